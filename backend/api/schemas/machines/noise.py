"""What testbeds and series can show: scatter, smallest changes, false alarms, noise budgets."""

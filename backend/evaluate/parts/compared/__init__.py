"""Parts of the evaluation that hold runs against one another."""

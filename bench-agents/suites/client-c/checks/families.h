/* The families of checks; each ends the program at the first that fails. */
#ifndef CHECKS_FAMILIES_H
#define CHECKS_FAMILIES_H

void check_options(void);
void check_order(void);
void check_record(void);
void check_queue(void);
void check_limit(void);
void check_delivery(void);
void check_latency(void);
void check_failures(void);

#endif

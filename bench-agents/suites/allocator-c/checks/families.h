/* The families of checks; each ends the program at the first that fails. */
#ifndef CHECKS_FAMILIES_H
#define CHECKS_FAMILIES_H

void check_size_classes(void);
void check_sizes(void);
void check_resizing(void);
void check_alignment(void);
void check_failures(void);
void check_threads(void);
void check_fork(void);
void check_stress(void);

#endif

/* Fork: the child has the forking thread alone, with every lock free. */
#ifndef RINGPOOL_FORKING_H
#define RINGPOOL_FORKING_H

void forking_register(void);

#endif

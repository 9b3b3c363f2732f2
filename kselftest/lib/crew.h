/* SPDX-License-Identifier: GPL-2.0 */
/* Processes that work beside the test, and die with it. */
#ifndef KSELFTEST_CREW_H
#define KSELFTEST_CREW_H

#include <stddef.h>
#include <sys/types.h>

/* Zeroed memory the test and its crew share. */
void *crew_share(size_t size);
/* Runs @fn(@shared) in a process of its own; it ends when @fn returns. -1 if fork fails. */
pid_t crew_start(void (*fn)(void *), void *shared);
/* 0 if it returned from its function, else what waitpid() said. */
int crew_join(pid_t pid);

/* Words of 4 bytes: the only kind every architecture can do without a lock. */
static inline void crew_add(unsigned int *word, unsigned int n)
{
	__atomic_fetch_add(word, n, __ATOMIC_SEQ_CST);
}

static inline unsigned int crew_get(unsigned int *word)
{
	return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static inline void crew_set(unsigned int *word, unsigned int value)
{
	__atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

/* Seconds of a clock that only goes forward. */
double seconds_now(void);

#endif

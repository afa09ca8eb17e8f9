/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/share.h"

static int owner(size_t piece) { return (int)(piece % (size_t)share_size()); }

bool share_mine(size_t piece) { return owner(piece) == share_rank(); }

#ifdef HAVE_MPI

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

enum { MOST_AT_ONCE = 1 << 30 }; /* MPI counts in int */

static bool begun(void)
{
    int yes;
    MPI_Initialized(&yes);
    return yes;
}

void share_begin(void)
{
    int level; /* threads compute, the first one talks */
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    if (share_rank() > 0 && !freopen("/dev/null", "w", stdout))
        MPI_Abort(MPI_COMM_WORLD, 1);
}

void share_end(int exit_code)
{
    if (!begun())
        return;
    if (exit_code)
        MPI_Abort(MPI_COMM_WORLD, exit_code);
    MPI_Finalize();
}

int share_rank(void)
{
    int rank = 0;
    if (begun())
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int share_size(void)
{
    int size = 1;
    if (begun())
        MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

void share_tell(size_t piece, void *bytes, size_t size)
{
    if (share_size() == 1)
        return;
    for (size_t done = 0; done < size; done += MOST_AT_ONCE) {
        const size_t left = size - done;
        MPI_Bcast((char *)bytes + done, left < MOST_AT_ONCE ? (int)left : MOST_AT_ONCE, MPI_BYTE,
                  owner(piece), MPI_COMM_WORLD);
    }
}

static enum error_code give(const char *text, struct error *err)
{
    const size_t size = strlen(text) + 1;
    if (size > INT_MAX)
        return error_set(err, ERROR_UNSUPPORTED, "a result is too long for one message");
    MPI_Send(text, (int)size, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    return ERROR_OK;
}

static enum error_code take(int from, char **text, struct error *err)
{
    MPI_Status status;
    int size;
    MPI_Probe(from, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &size);
    char *bytes = malloc((size_t)size);
    if (!bytes)
        return error_memory(err);
    MPI_Recv(bytes, size, MPI_CHAR, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(*text);
    *text = bytes;
    return ERROR_OK;
}

enum error_code share_bring(size_t piece, char **text, struct error *err)
{
    const int rank = share_rank(), from = owner(piece);
    if (from != 0 && rank == from)
        return give(*text, err);
    if (from != 0 && rank == 0)
        return take(from, text, err);
    return ERROR_OK;
}

#else

void share_begin(void) {}

void share_end(int exit_code) { (void)exit_code; }

int share_rank(void) { return 0; }

int share_size(void) { return 1; }

void share_tell(size_t piece, void *bytes, size_t size) { (void)piece, (void)bytes, (void)size; }

enum error_code share_bring(size_t piece, char **text, struct error *err)
{
    (void)piece, (void)text, (void)err;
    return ERROR_OK;
}

#endif

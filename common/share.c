#include "config.h"

#include "common/share.h"

#ifdef HAVE_MPI

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

void share_begin(int *argc, char ***argv)
{
    int level; /* threads compute, the first one talks */
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
}

void share_end(int exit_code)
{
    if (exit_code)
        MPI_Abort(MPI_COMM_WORLD, exit_code);
    MPI_Finalize();
}

int share_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int share_size(void)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

static enum error_code give(const char *text, struct error *err)
{
    const size_t size = strlen(text) + 1;
    if (size > INT_MAX)
        return error_set(err, ERROR_UNSUPPORTED, "a result is too long for one message");
    MPI_Send(text, (int)size, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    return ERROR_OK;
}

static enum error_code take(int owner, char **text, struct error *err)
{
    MPI_Status status;
    int size;
    MPI_Probe(owner, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &size);
    char *bytes = malloc((size_t)size);
    if (!bytes)
        return error_memory(err);
    MPI_Recv(bytes, size, MPI_CHAR, owner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(*text);
    *text = bytes;
    return ERROR_OK;
}

enum error_code share_bring(int owner, char **text, struct error *err)
{
    const int rank = share_rank();
    if (owner != 0 && rank == owner)
        return give(*text, err);
    if (owner != 0 && rank == 0)
        return take(owner, text, err);
    return ERROR_OK;
}

#else

void share_begin(int *argc, char ***argv)
{
    (void)argc, (void)argv;
}

void share_end(int exit_code)
{
    (void)exit_code;
}

int share_rank(void)
{
    return 0;
}

int share_size(void)
{
    return 1;
}

enum error_code share_bring(int owner, char **text, struct error *err)
{
    (void)owner, (void)text, (void)err;
    return ERROR_OK;
}

#endif

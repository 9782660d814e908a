/* Suite memory: reads the memory of this process as the ranks of this system do. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdio.h>
#include <string.h>

/* Returns the bytes that a line of /proc/self/status says; 0 without such a line. */
static double memory_bytes(const char *name) {
  FILE *status = fopen("/proc/self/status", "r");
  char line[256];
  double kibibytes = 0;
  while (status != NULL && fgets(line, sizeof line, status) != NULL)
    if (strncmp(line, name, strlen(name)) == 0) sscanf(line + strlen(name), "%lf", &kibibytes);
  if (status != NULL) fclose(status);
  return kibibytes * 1024;
}

/* Prints the means over all ranks, on rank 0. */
static void memory_print(const double sums[2], int size) {
  printf("result resident 0 %.0f %.0f %.0f unit=B\n", sums[0] / size, sums[0] / size, sums[0] / size);
  printf("result shared 0 %.0f %.0f %.0f unit=B\n", sums[1] / size, sums[1] / size, sums[1] / size);
  puts("end");
  fflush(stdout);
}

#endif

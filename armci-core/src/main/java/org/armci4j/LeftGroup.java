package org.armci4j;

import java.util.List;

/**
 * Memory of a group that this rank has closed and other members perhaps not. It is freed when all
 * have: a network may write into this rank's block until then.
 *
 * @param ranks the members; where the job loses one that has perhaps not closed the group, the
 *     memory stays until the runtime closes
 * @param barrier the group's, by whose signals behind a fence the members tell each other that they
 *     have closed the group
 * @param memories retired, the one with the words of the barrier among them
 */
record LeftGroup(int[] ranks, Barrier barrier, List<GlobalMemory> memories) {}

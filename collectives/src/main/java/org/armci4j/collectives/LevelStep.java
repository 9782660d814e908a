package org.armci4j.collectives;

/**
 * One step of a call in levels.
 *
 * @param call an inner call; null where this rank works by itself
 * @param isBetweenHosts whether it is the column's rather than the host's
 * @param work what this rank does by itself; null for a call
 */
record LevelStep(PlannedCall call, boolean isBetweenHosts, Runnable work) {}

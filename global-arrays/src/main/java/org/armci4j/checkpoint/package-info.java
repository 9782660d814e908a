/**
 * Checkpoints: the state of a group of ranks in files, from which a later job goes on. It stands
 * above global arrays and knows no transport. Begin with {@link
 * org.armci4j.checkpoint.Checkpoints}.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.checkpoint;

/**
 * Streams of small items: every rank pushes items to any rank, where a handler gets them in
 * batches. A stream stands on the public operations of {@code org.armci4j}: puts, signals and
 * waits. Begin with {@link org.armci4j.stream.ItemStream}; {@code OutgoingBatches} fills the
 * batches, and {@code IncomingBatches} empties them.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.stream;

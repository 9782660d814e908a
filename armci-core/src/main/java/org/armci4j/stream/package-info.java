/**
 * Streams of many small things: every rank pushes items, records or requests to any rank, where a
 * handler gets them in batches. A stream stands on the public operations of {@code org.armci4j}:
 * puts, signals and waits. Begin with {@link org.armci4j.stream.ItemStream}; what all streams have
 * in common is {@link org.armci4j.stream.BatchStream}. {@code OutgoingBatches} fills the batches,
 * {@code IncomingBatches} empties them, and {@code OutgoingReplies} answers. {@code StreamPeers}
 * tells who sends batches to whom, and {@code HostRelay} hands on those of other hosts.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.stream;

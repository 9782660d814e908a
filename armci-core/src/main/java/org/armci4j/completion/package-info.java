/**
 * Put with completion: puts that both sides find as events, with flow control by credits. It stands
 * on the public operations of {@code org.armci4j}. Begin with {@link
 * org.armci4j.completion.CompletionEvents}; {@code EventRings} has the rings and their credits.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.completion;

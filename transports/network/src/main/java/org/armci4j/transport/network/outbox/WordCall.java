package org.armci4j.transport.network.outbox;

import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.RemoteKey;

/**
 * A read or an atomic update of one word, whose caller waits for its value.
 *
 * @param change how the word changes; null for a read
 * @param lengthBytes of the word: 4 or 8, for a read also 1 or 2
 * @param block address of the block that has the word
 * @param offset first byte of the word there
 * @param key of the block
 * @param operand of the update; for a compare-and-swap the expected value
 * @param value the new value of a compare-and-swap
 */
public record WordCall(
    WordChange change,
    int lengthBytes,
    long block,
    long offset,
    RemoteKey key,
    long operand,
    long value) {}

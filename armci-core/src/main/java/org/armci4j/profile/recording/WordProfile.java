package org.armci4j.profile.recording;

import java.io.Serializable;

/**
 * A snapshot of how long a rank has waited for words of its own blocks, and how often it has
 * signalled words of any rank. A word has the same key on all ranks.
 *
 * @param waits for each word its key and the nanoseconds of waits, one after the other
 * @param signals for each word its key, the number of signals without data, and the number of those
 *     behind data of the same thread to the same rank
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WordProfile(long[] waits, long[] signals) implements Serializable {}

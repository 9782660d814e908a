package org.armci4j.profile.recording;

import java.io.Serializable;

/**
 * A snapshot of what a thread has spent its time in, by parts of equal length.
 *
 * @param startNanos when the first part begins, by {@link System#nanoTime}
 * @param partNanos length of a part
 * @param nanos for each part, one after the other, the time of each {@link Activity}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TimelineProfile(long startNanos, long partNanos, long[] nanos)
    implements Serializable {}

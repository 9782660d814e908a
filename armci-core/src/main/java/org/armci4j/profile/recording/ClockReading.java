package org.armci4j.profile.recording;

import java.io.Serializable;

/**
 * How far a host's clock was ahead of that of rank 0 at one moment.
 *
 * @param atNanos the moment, by the host's own {@link System#nanoTime}
 * @param aheadNanos the host's time less that of rank 0
 * @param errorNanos the difference may be wrong by so much, and not by more
 */
public record ClockReading(long atNanos, long aheadNanos, long errorNanos)
    implements Serializable {}

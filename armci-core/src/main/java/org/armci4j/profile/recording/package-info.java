/**
 * Records what a rank does, and where its time goes. A job with one of the settings {@code
 * profile}, {@code flightEvents} and {@code counterBean} puts these decorators around its
 * transport, its waits and its collectives; other jobs load none of them, and run as if there were
 * no recording. Begin with {@link org.armci4j.profile.recording.RankRecorder}: {@code
 * RecordingBlock} and {@code RecordingTransport} tell it of operations and fences, {@code
 * RecordingWaiter} of waits.
 *
 * <p>Not promised: for armci4j's own modules; it may change in any version.
 */
package org.armci4j.profile.recording;

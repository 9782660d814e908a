/**
 * The waits of a rank: the one engine through which every wait goes, the conditions it tests, and
 * the bells at which it parks. It learns from the bootstrap that a rank has failed, and knows no
 * transport. Begin with {@link org.armci4j.waiting.Waiter}.
 *
 * <p>Not promised: for armci4j's own modules; it may change in any version.
 */
package org.armci4j.waiting;

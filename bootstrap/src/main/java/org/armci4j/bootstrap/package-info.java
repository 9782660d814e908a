/**
 * The seam between a job's runtime and whatever started it.
 *
 * <p>A rank asks {@link org.armci4j.bootstrap.Membership#current()} who it is and opens its {@link
 * org.armci4j.bootstrap.Bootstrap} with the answer, whose {@link
 * org.armci4j.bootstrap.MeetingPlace} knows how to join. There are four kinds: none, for a job of
 * one rank; in the JVM, where ranks are threads ({@link org.armci4j.bootstrap.local}); over a
 * socket to the rendezvous in the launcher, where ranks are processes ({@link
 * org.armci4j.bootstrap.rendezvous}); and to one in rank 0's process, where another system's
 * launcher has started them ({@link org.armci4j.bootstrap.hosted}).
 */
package org.armci4j.bootstrap;

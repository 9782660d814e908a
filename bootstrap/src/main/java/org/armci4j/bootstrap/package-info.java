/**
 * The seam between a job's runtime and the system that started the job. It uses the settings and no
 * network. Begin with {@link org.armci4j.bootstrap.Membership}.
 *
 * <p>A rank learns from {@link org.armci4j.bootstrap.Membership#current()} who it is, and opens its
 * {@link org.armci4j.bootstrap.Bootstrap} with the answer. The membership's {@link
 * org.armci4j.bootstrap.MeetingPlace} knows how to join. There are four kinds of meeting place:
 *
 * <ul>
 *   <li>none, for a job of one rank;
 *   <li>in the JVM, where ranks are threads ({@link org.armci4j.bootstrap.local});
 *   <li>the rendezvous in the launcher, where ranks are processes ({@code
 *       org.armci4j.bootstrap.rendezvous});
 *   <li>a rendezvous in rank 0's process, where another system's launcher has started the ranks
 *       ({@code org.armci4j.bootstrap.hosted}).
 * </ul>
 *
 * <p>Not promised: for armci4j's own modules; it may change in any version. Programs pass a
 * membership on.
 */
package org.armci4j.bootstrap;

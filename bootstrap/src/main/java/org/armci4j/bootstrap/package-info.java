/**
 * The seam between a job's runtime and whatever started it.
 *
 * <p>A rank asks {@link org.armci4j.bootstrap.Membership#current()} who it is and opens its {@link
 * org.armci4j.bootstrap.Bootstrap} with the answer. There are three kinds: alone (a job of one
 * rank), in the JVM (ranks as threads, meeting in a {@link org.armci4j.bootstrap.local.LocalJob}),
 * and over a socket to the rendezvous in the launcher (ranks as processes).
 */
package org.armci4j.bootstrap;

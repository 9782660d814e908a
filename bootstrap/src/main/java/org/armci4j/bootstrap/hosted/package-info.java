/**
 * Jobs that another system's launcher has started: rank 0 holds the rendezvous in its own process.
 * It uses {@code rendezvous} and {@code files}, and no code of our launcher. Begin with {@link
 * org.armci4j.bootstrap.hosted.ExternalLaunchDetector}; {@code ExternalLauncher} has a line for
 * each known launcher.
 */
package org.armci4j.bootstrap.hosted;

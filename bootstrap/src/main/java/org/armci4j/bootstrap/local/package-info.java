/**
 * Jobs whose ranks are threads of one JVM. It uses {@code exchange} and opens no socket. Begin with
 * {@link org.armci4j.bootstrap.local.LocalJob}.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.bootstrap.local;

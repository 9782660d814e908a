/**
 * Global procedure calls: a rank registers procedures, and others call them and get a reply. It
 * stands on the public operations of {@code org.armci4j}: puts, signals and waits. Begin with
 * {@link org.armci4j.call.Calls}; {@code CallServer} carries out what arrives.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.call;

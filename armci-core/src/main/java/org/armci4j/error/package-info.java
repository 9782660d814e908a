/**
 * The exceptions of the runtime. They stand below all its packages, as the transports and the waits
 * throw them too. An operation throws one of the three classes here or a subclass of {@link
 * org.armci4j.error.ArmciException}, with which to begin.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.error;

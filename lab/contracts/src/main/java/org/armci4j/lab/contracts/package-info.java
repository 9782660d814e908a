/**
 * What every transport must hold, as checks that every rank runs in step. Contracts use the public
 * operations alone, so they hold for a transport that does not exist yet. Begin with {@link
 * org.armci4j.lab.contracts.Contracts}, which lists them.
 *
 * <p>Not promised: for armci4j's own modules; it may change in any version.
 */
package org.armci4j.lab.contracts;

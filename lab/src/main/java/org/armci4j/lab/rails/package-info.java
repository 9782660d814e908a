/**
 * Suite {@code rails}: bandwidth over two rails of the lab's machine, whose rates it sets; patterns
 * of four ranks over them, and policies of paths. Begin at {@link
 * org.armci4j.lab.rails.RailsSuite}.
 */
package org.armci4j.lab.rails;

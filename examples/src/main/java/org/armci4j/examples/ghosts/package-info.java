/**
 * The heat equation on a distributed array whose blocks have ghosts. Begin with {@link
 * org.armci4j.examples.ghosts.Ghosts}.
 */
package org.armci4j.examples.ghosts;

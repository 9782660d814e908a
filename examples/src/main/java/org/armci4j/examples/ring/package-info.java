/**
 * A message that goes round all ranks, by puts with signals. It uses the core alone. Begin with
 * {@link org.armci4j.examples.ring.Ring}.
 */
package org.armci4j.examples.ring;

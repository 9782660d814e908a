/** A message that goes round all ranks, by puts with signals. */
package org.armci4j.examples.ring;

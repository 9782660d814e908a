/** A sum over all ranks by one collective call. */
package org.armci4j.examples.sum;

/**
 * A sparse matrix whose rows and columns change their places, by single gets and puts, and by two
 * streams of entries. Begin with {@link org.armci4j.examples.permute.Permute}.
 */
package org.armci4j.examples.permute;

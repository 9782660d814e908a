/** A hash table whose slots lie in all ranks. */
package org.armci4j.examples.table;

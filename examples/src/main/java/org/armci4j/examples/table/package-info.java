/**
 * A hash table whose slots lie in all ranks. It uses the core alone. Begin with {@link
 * org.armci4j.examples.table.HashTable}.
 */
package org.armci4j.examples.table;

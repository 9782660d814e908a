/**
 * Random reads of a distributed table, by words and by lists. Begin with {@link
 * org.armci4j.examples.gather.IndexGather}.
 */
package org.armci4j.examples.gather;

/**
 * Random reads of a distributed table, by words, by lists and by requests. Begin with {@link
 * org.armci4j.examples.gather.IndexGather}.
 */
package org.armci4j.examples.gather;

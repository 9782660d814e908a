/**
 * What several examples share: arrays whose elements are dealt to the ranks in turn, streams to the
 * owners of places, loops in virtual threads, and times. Begin with {@link
 * org.armci4j.examples.common.DealtLongs}.
 */
package org.armci4j.examples.common;

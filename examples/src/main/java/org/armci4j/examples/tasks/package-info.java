/**
 * Work that the ranks draw from a counter. It uses the core alone. Begin with {@link
 * org.armci4j.examples.tasks.Tasks}.
 */
package org.armci4j.examples.tasks;

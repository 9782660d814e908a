/** Work that the ranks draw from a counter. */
package org.armci4j.examples.tasks;

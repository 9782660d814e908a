/**
 * Interface between the runtime and the code that moves its data. Users of the runtime need nothing
 * here.
 */
package org.armci4j.transport;

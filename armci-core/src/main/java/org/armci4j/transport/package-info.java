/** The seam between the runtime and what moves its data. Users of the runtime need nothing here. */
package org.armci4j.transport;

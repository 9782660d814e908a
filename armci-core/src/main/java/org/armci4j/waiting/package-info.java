/**
 * How a rank waits: the one engine through which every wait goes, what waits look at, and where
 * they park.
 */
package org.armci4j.waiting;

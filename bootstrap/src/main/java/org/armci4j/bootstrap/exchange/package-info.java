/** Exchanges among ranks, and how each rank waits for them, the same for all meeting places. */
package org.armci4j.bootstrap.exchange;

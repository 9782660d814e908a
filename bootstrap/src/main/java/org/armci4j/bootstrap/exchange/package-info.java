/**
 * Exchanges among ranks, and how each rank waits for them, the same for all meeting places. It uses
 * the interfaces of {@code org.armci4j.bootstrap} and no network. Begin with {@link
 * org.armci4j.bootstrap.exchange.ExchangeTable}, which collects what ranks contribute.
 */
package org.armci4j.bootstrap.exchange;

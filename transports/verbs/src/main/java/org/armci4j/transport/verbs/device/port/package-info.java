/**
 * What RDMA devices and ports there are, and by which address connections go. It uses {@code ibv}
 * and knows no ranks. Begin with {@link org.armci4j.transport.verbs.device.port.PortListing};
 * {@link org.armci4j.transport.verbs.device.port.GidChoice} chooses the address.
 */
package org.armci4j.transport.verbs.device.port;

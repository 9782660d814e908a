/** What RDMA devices and ports there are, and by which address connections go. */
package org.armci4j.transport.verbs.device.port;

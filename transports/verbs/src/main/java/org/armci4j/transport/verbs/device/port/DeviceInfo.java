package org.armci4j.transport.verbs.device.port;

import java.util.List;

/**
 * What a device is, for {@link GidChoice} and for people.
 *
 * @param name as ibv_devices lists it
 * @param transport what it speaks
 * @param attributes its limits
 * @param ports its ports
 */
public record DeviceInfo(
    String name, TransportType transport, DeviceAttributes attributes, List<DevicePort> ports) {}

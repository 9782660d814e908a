package org.armci4j.transport.verbs.device.port;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;

/** Lists every device, port and GID as rows of a table for people; marks the chosen ones. */
public final class PortListing {
  private static final List<String> TITLES =
      List.of("", "device", "port", "state", "link", "MTU", "GID", "address", "type", "why");

  private PortListing() {}

  /**
   * Returns the rows, titles first.
   *
   * @param devices the devices of this host
   * @param chosen the rails, the first one's first; none if none can be used
   * @param leftOut ports that could be used too, with the reasons why they are not
   * @return none without devices; ten cells each
   */
  public static List<List<String>> rows(
      List<DeviceInfo> devices, List<GidChoice> chosen, Map<GidChoice, String> leftOut) {
    List<List<String>> rows = new ArrayList<>();
    for (DeviceInfo device : devices) {
      for (DevicePort port : device.ports()) {
        if (port.gids().isEmpty()) {
          rows.add(row(device, port, null, chosen, leftOut));
        }
        port.gids().forEach(gid -> rows.add(row(device, port, gid, chosen, leftOut)));
      }
    }
    if (!rows.isEmpty()) {
      rows.addFirst(TITLES);
    }
    return rows;
  }

  private static List<String> row(
      DeviceInfo device,
      DevicePort port,
      GidEntry gid,
      List<GidChoice> chosen,
      Map<GidChoice, String> leftOut) {
    int rail = rail(device, port, gid, chosen);
    String whyNot =
        leftOut.keySet().stream()
            .filter(one -> isChosen(device, port, gid, one))
            .map(leftOut::get)
            .findFirst()
            .orElse("");
    String speed = port.gigabitsPerSecond() == 0 ? "" : ", " + port.gigabitsPerSecond() + " Gbit/s";
    return List.of(
        rail < 0 ? "" : "*",
        device.name(),
        Integer.toString(port.number()),
        lower(port.state()),
        lower(port.link()) + speed,
        Integer.toString(port.activeMtuBytes()),
        gid == null ? "" : Integer.toString(gid.index()),
        gid == null ? GidChoice.lids(port) : gid.gid().toString(),
        gid == null ? "" : gid.type().toString(),
        rail < 0 ? whyNot : why(rail, chosen));
  }

  private static String why(int rail, List<GidChoice> chosen) {
    String reason = chosen.get(rail).reason();
    return chosen.size() == 1 ? reason : Text.format("rail %d: %s", rail, reason);
  }

  private static int rail(
      DeviceInfo device, DevicePort port, GidEntry gid, List<GidChoice> chosen) {
    for (int rail = 0; rail < chosen.size(); rail++) {
      if (isChosen(device, port, gid, chosen.get(rail))) {
        return rail;
      }
    }
    return -1;
  }

  /**
   * Returns whether a row is chosen. A path by LID has no GID: its port's first row stands for it.
   */
  private static boolean isChosen(
      DeviceInfo device, DevicePort port, GidEntry gid, GidChoice chosen) {
    if (!chosen.device().equals(device.name()) || chosen.port() != port.number()) {
      return false;
    }
    return gid == null
        || (chosen.usesGid() ? gid.index() == chosen.gidIndex() : isFirst(port, gid));
  }

  private static boolean isFirst(DevicePort port, GidEntry gid) {
    return gid.equals(port.gids().getFirst());
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}

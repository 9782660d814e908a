package org.armci4j.cli.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.armci4j.profile.recording.CollectiveFlow;
import org.armci4j.profile.recording.CollectiveKind;
import org.armci4j.profile.recording.CollectiveProfile;
import org.armci4j.profile.recording.RankProfile;

/**
 * One call of a collective by all members of a group.
 *
 * @param label the collective's name
 * @param flow who waits for whom
 * @param root its root, a rank of the job; negative for none
 * @param weight for how many calls it stands, as not all are kept
 * @param callers the members, in the order of the group
 */
record CollectiveCall(
    String label, CollectiveFlow flow, int root, double weight, List<Caller> callers) {

  /**
   * A member, with times by the common clock.
   *
   * @param rank its rank
   * @param entry when it came
   * @param waiting since when it has waited for the end
   * @param exit when it left, or when the call had ended
   */
  record Caller(int rank, long entry, long waiting, long exit) {}

  /** A member that had to wait for another one. */
  record CallWait(int rank, int awaited, long nanos) {}

  private record GroupMember(RankProfile profile, CollectiveProfile calls) {}

  /** Hands over each call whose times all members of the group have kept. */
  static void forEach(
      List<RankProfile> profiles, HostClocks clocks, Consumer<CollectiveCall> receiver) {
    Map<Long, List<GroupMember>> kinds = new LinkedHashMap<>();
    for (RankProfile profile : profiles) {
      for (CollectiveProfile calls : profile.collectives()) {
        kinds
            .computeIfAbsent(calls.kind().key(), _ -> new ArrayList<>())
            .add(new GroupMember(profile, calls));
      }
    }
    for (List<GroupMember> members : kinds.values()) {
      // Others may not tell this group apart, or have left no profile. Then nobody knows who came
      // last.
      if (members.size() > 1 && members.size() == members.getFirst().calls().kind().members()) {
        members.sort(Comparator.comparingInt(member -> member.calls().kind().place()));
        forEachOf(members, clocks, receiver);
      }
    }
  }

  private static void forEachOf(
      List<GroupMember> members, HostClocks clocks, Consumer<CollectiveCall> receiver) {
    long stride = members.stream().mapToLong(one -> one.calls().stride()).max().orElseThrow();
    long calls = members.stream().mapToLong(one -> one.calls().calls()).min().orElseThrow();
    double weight = calls / Math.ceil((double) calls / stride);
    CollectiveProfile first = members.getFirst().calls();
    for (long call = 0; call < calls; call += stride) {
      long number = call;
      if (members.stream().allMatch(one -> one.calls().index(number) >= 0)) {
        List<Caller> callers =
            members.stream().map(member -> caller(member, number, clocks)).toList();
        int root = first.roots()[first.index(call)];
        CollectiveKind kind = first.kind();
        receiver.accept(new CollectiveCall(kind.label(), kind.flow(), root, weight, callers));
      }
    }
  }

  private static Caller caller(GroupMember member, long call, HostClocks clocks) {
    String host = member.profile().host();
    int at = member.calls().index(call);
    return new Caller(
        member.profile().rank(),
        clocks.common(host, member.calls().entries()[at]),
        clocks.common(host, member.calls().waits()[at]),
        clocks.common(host, member.calls().exits()[at]));
  }

  /** Returns who has waited for whom; in the same order as the callers. */
  List<CallWait> waits() {
    if (flow == CollectiveFlow.PREFIX) {
      return waitsForThoseBefore();
    }
    List<Caller> waiting = callers.stream().filter(one -> flow.waits(one.rank(), root)).toList();
    return callers.stream()
        .filter(one -> flow.isAwaited(one.rank(), root))
        .reduce(CollectiveCall::later)
        .map(last -> waitsFor(last, waiting))
        .orElse(List.of());
  }

  private List<CallWait> waitsForThoseBefore() {
    List<CallWait> waits = new ArrayList<>();
    Caller latest = callers.getFirst();
    for (int i = 1; i < callers.size(); i++) {
      Caller here = callers.get(i);
      waits.addAll(waitsFor(latest, List.of(here)));
      latest = later(latest, here);
    }
    return waits;
  }

  private static Caller later(Caller one, Caller other) {
    return other.entry() - one.entry() > 0 ? other : one;
  }

  /** A rank waits no longer than until it leaves, and one that computes meanwhile does not wait. */
  private static List<CallWait> waitsFor(Caller awaited, List<Caller> some) {
    List<CallWait> waits = new ArrayList<>();
    for (Caller one : some) {
      long nanos = Math.min(awaited.entry() - one.waiting(), one.exit() - one.waiting());
      if (one.rank() != awaited.rank() && nanos > 0) {
        waits.add(new CallWait(one.rank(), awaited.rank(), nanos));
      }
    }
    return waits;
  }

  /** Returns whether it stands for other calls too. */
  boolean isForOthers() {
    return weight > 1;
  }

  /** Returns how many of the members may have to wait. */
  int waiters() {
    return flow == CollectiveFlow.TO_ROOT ? 1 : callers.size() - 1;
  }
}

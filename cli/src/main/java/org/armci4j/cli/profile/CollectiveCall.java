package org.armci4j.cli.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.armci4j.profile.recording.CollectiveFlow;
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

  /** A member: its rank, and when it came and left, by the common clock. */
  record Caller(int rank, long entry, long exit) {}

  /** A member that had to wait for another one. */
  record CallWait(int rank, int awaited, long nanos) {}

  private record GroupMember(RankProfile profile, CollectiveProfile calls) {}

  private record GroupCalls(int group, int members, String label) {}

  /** Hands over each call whose times all members of the group have kept. */
  static void forEach(
      List<RankProfile> profiles, HostClocks clocks, Consumer<CollectiveCall> receiver) {
    Map<GroupCalls, List<GroupMember>> groups = new LinkedHashMap<>();
    for (RankProfile profile : profiles) {
      for (CollectiveProfile calls : profile.collectives()) {
        GroupCalls group = new GroupCalls(calls.group(), calls.members(), calls.label());
        groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(new GroupMember(profile, calls));
      }
    }
    groups.forEach(
        (group, members) -> {
          // Others may not tell this group apart, or have left no profile. Then nobody knows who
          // came last.
          if (members.size() > 1 && members.size() == group.members()) {
            members.sort(Comparator.comparingInt(member -> member.calls().place()));
            forEachOf(members, clocks, receiver);
          }
        });
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
        receiver.accept(new CollectiveCall(first.label(), first.flow(), root, weight, callers));
      }
    }
  }

  private static Caller caller(GroupMember member, long call, HostClocks clocks) {
    String host = member.profile().host();
    int at = member.calls().index(call);
    return new Caller(
        member.profile().rank(),
        clocks.common(host, member.calls().entries()[at]),
        clocks.common(host, member.calls().exits()[at]));
  }

  /** Returns who has waited for whom; in the same order as the callers. */
  List<CallWait> waits() {
    return switch (flow) {
      case ALL -> waitsFor(last(callers), callers);
      case FROM_ROOT ->
          callers.stream()
              .filter(one -> one.rank() == root)
              .flatMap(one -> waitsFor(one, callers).stream())
              .toList();
      case TO_ROOT -> {
        List<Caller> others = callers.stream().filter(one -> one.rank() != root).toList();
        yield others.isEmpty() ? List.of() : waitsFor(last(others), withRank(root));
      }
      case PREFIX -> waitsForThoseBefore();
    };
  }

  private List<Caller> withRank(int rank) {
    return callers.stream().filter(one -> one.rank() == rank).toList();
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

  private static Caller last(List<Caller> some) {
    return some.stream().reduce(CollectiveCall::later).orElseThrow();
  }

  private static Caller later(Caller one, Caller other) {
    return other.entry() - one.entry() > 0 ? other : one;
  }

  /** A rank that leaves before the other one comes has not waited for it any longer. */
  private static List<CallWait> waitsFor(Caller awaited, List<Caller> some) {
    List<CallWait> waits = new ArrayList<>();
    for (Caller one : some) {
      long nanos = Math.min(awaited.entry() - one.entry(), one.exit() - one.entry());
      if (one.rank() != awaited.rank() && nanos > 0) {
        waits.add(new CallWait(one.rank(), awaited.rank(), nanos));
      }
    }
    return waits;
  }

  /** Returns how many of the members may have to wait. */
  int waiters() {
    return flow == CollectiveFlow.TO_ROOT ? 1 : callers.size() - 1;
  }
}

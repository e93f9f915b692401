"""The service's metrics, in Prometheus format.

>>> metrics = Metrics()
>>> metrics.commands.labels("done").inc()
>>> b'cutcard_commands_total{result="done"} 1.0' in metrics.text()[0]
True
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

COMMAND_RESULTS = ("done", "refused", "repeated", "conflict", "error")
READS = ("events", "metrics", "rounds", "shoes")
LOGIN_RESULTS = ("done", "refused", "limited")
# Refused for their address, or because all were busy; closed to make room, for a request or an answer that took too
# long, for a TLS handshake that failed, for what was no HTTP.
CONNECTION_ENDS = ("address", "full", "room", "late", "slow", "handshake", "not-http", "flood")
# Seconds; the service should answer within 0.1.
BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


class Metrics:
    """One service's metrics, in their own registry, so that two services in one process do not mix."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = self._counter("commands", "Commands by what became of them.", "result", COMMAND_RESULTS)
        self.logins = self._counter("logins", "Attempts to log in.", "result", LOGIN_RESULTS)
        self.reads = self._counter("reads", "Costly reads.", "kind", READS)
        self.reads_refused = self._counter("reads_refused", "Costly reads that were refused or put off.", "kind", READS)
        self.refused = self._counter("requests_refused", "Requests answered with an error status.", "status")
        self.connections = self._gauge("connections", "Connections that are open.")
        self.connections_ended = self._counter(
            "connections_ended", "Connections refused or closed early, by reason.", "reason", CONNECTION_ENDS
        )
        self.tables_open = self._gauge("tables_open", "Tables that are open.")
        self.tables_out_of_order = self._gauge("tables_out_of_order", "Tables that cannot be read and are fenced off.")
        self.tasks_down = self._gauge("tasks_down", "Background tasks that have died and are not well again.")
        self.rows_read = self._gauge("rows_read", "Rows of events that this process has read.")
        self.clock_jumped = self._gauge("clock_jumped_seconds", "By how much this machine's clock has jumped; 0: not.")
        self.anchors = self._counter("anchors", "Heads written outside the store.", "result", ("done", "failed"))
        self.audits = self._counter("audits", "Audits of the store.", "result", ("holds", "fault", "error"))
        self.audit_alarm = self._gauge("audit_alarm", "1 if the last audit found a fault in the store.")
        self.meters = Gauge(
            "meter_cents",
            "What the meters of jackpots show.",
            ["link", "meter"],
            namespace="cutcard",
            registry=self.registry,
        )
        self.clients = self._gauge("clients", "Clients that follow a table.")
        self.position = self._gauge("position", "The position of the last row that this process has seen.")
        self.command_seconds = self._histogram("command_seconds", "From a command received to its answer.")
        self.append_seconds = self._histogram("append_seconds", "Making events durable.")
        self.event_seconds = self._histogram("event_seconds", "From a command received to its event sent.")
        ProcessCollector(registry=self.registry)

    def conflict(self) -> None:
        self.commands.labels("conflict").inc()

    def appended(self, seconds: float) -> None:
        self.append_seconds.observe(seconds)

    def text(self) -> tuple[bytes, str]:
        """All metrics in Prometheus format, and the content type."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST

    def _counter(self, name: str, says: str, label: str, known: tuple[str, ...] = ()) -> Counter:
        made = Counter(name, says, [label], namespace="cutcard", registry=self.registry)
        for value in known:
            made.labels(value)  # present from the start, at zero
        return made

    def _gauge(self, name: str, says: str) -> Gauge:
        return Gauge(name, says, namespace="cutcard", registry=self.registry)

    def _histogram(self, name: str, says: str) -> Histogram:
        return Histogram(name, says, namespace="cutcard", registry=self.registry, buckets=BUCKETS)

"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backend.client.models_gen.session import Acceptance as Acceptance
    from backend.client.models_gen.session import AcceptedInvitation as AcceptedInvitation
    from backend.client.models_gen.reports import AcceptedReport as AcceptedReport
    from backend.client.models_gen.imports import AddressImport as AddressImport
    from backend.client.models_gen.imports import AddressImportState as AddressImportState
    from backend.client.models_gen.shared import Agent as Agent
    from backend.client.models_gen.agents import AgentBeatAnswer as AgentBeatAnswer
    from backend.client.models_gen.enrolments import AgentEnrolmentMade as AgentEnrolmentMade
    from backend.client.models_gen.enrolments import AgentEnrolmentUsed as AgentEnrolmentUsed
    from backend.client.models_gen.enrolments import AgentEnrolmentWanted as AgentEnrolmentWanted
    from backend.client.models_gen.agents import AgentKeySent as AgentKeySent
    from backend.client.models_gen.enrolments import AgentLetIn as AgentLetIn
    from backend.client.models_gen.agents import AgentRegistration as AgentRegistration
    from backend.client.models_gen.session import AgentUpdates as AgentUpdates
    from backend.client.models_gen.shared import AlarmRate as AlarmRate
    from backend.client.models_gen.shared import AlertGroup as AlertGroup
    from backend.client.models_gen.alert_groups import AlertGroupDetail as AlertGroupDetail
    from backend.client.models_gen.alert_groups import AlertGroupPage as AlertGroupPage
    from backend.client.models_gen.splits import Alternative as Alternative
    from backend.client.models_gen.splits import AlternativeResult as AlternativeResult
    from backend.client.models_gen.splits import Alternatives as Alternatives
    from backend.client.models_gen.keys import ApiKey as ApiKey
    from backend.client.models_gen.jobs import ArmInterval as ArmInterval
    from backend.client.models_gen.jobs import AskedCommit as AskedCommit
    from backend.client.models_gen.alert_groups import Assignable as Assignable
    from backend.client.models_gen.shared import Assignee as Assignee
    from backend.client.models_gen.shared import AttributeChange as AttributeChange
    from backend.client.models_gen.audit import AuditEvent as AuditEvent
    from backend.client.models_gen.audit import AuditPage as AuditPage
    from backend.client.models_gen.jobs import BackfillAsked as BackfillAsked
    from backend.client.models_gen.agents import Beat as Beat
    from backend.client.models_gen.jobs import BeatAnswer as BeatAnswer
    from backend.client.models_gen.agents import BeatPlan as BeatPlan
    from backend.client.models_gen.agents import BeatProgress as BeatProgress
    from backend.client.models_gen.catalogue import BenchmarkDetail as BenchmarkDetail
    from backend.client.models_gen.catalogue import BenchmarkFailure as BenchmarkFailure
    from backend.client.models_gen.catalogue import BenchmarkSeries as BenchmarkSeries
    from backend.client.models_gen.shared import BetterDirection as BetterDirection
    from backend.client.models_gen.jobs import BisectionAsked as BisectionAsked
    from backend.client.models_gen.splits import BreakEven as BreakEven
    from backend.client.models_gen.comparisons import Buckets as Buckets
    from backend.client.models_gen.thresholds import BudgetState as BudgetState
    from backend.client.models_gen.ladders import CandidateList as CandidateList
    from backend.client.models_gen.changes import ChangeDetail as ChangeDetail
    from backend.client.models_gen.changes import ChangeJudgement as ChangeJudgement
    from backend.client.models_gen.changes import ChangeNote as ChangeNote
    from backend.client.models_gen.comparisons import ChangePart as ChangePart
    from backend.client.models_gen.shared import ChangePoint as ChangePoint
    from backend.client.models_gen.changes import ChangePointPage as ChangePointPage
    from backend.client.models_gen.shared import ChangeSide as ChangeSide
    from backend.client.models_gen.shared import ChangeSurroundings as ChangeSurroundings
    from backend.client.models_gen.notifications import Channel as Channel
    from backend.client.models_gen.notifications import ChannelEdit as ChannelEdit
    from backend.client.models_gen.notifications import ChannelHealth as ChannelHealth
    from backend.client.models_gen.notifications import ChannelKind as ChannelKind
    from backend.client.models_gen.notifications import ChannelList as ChannelList
    from backend.client.models_gen.notifications import ChannelPause as ChannelPause
    from backend.client.models_gen.notifications import ChannelSecret as ChannelSecret
    from backend.client.models_gen.jobs import CheckAsked as CheckAsked
    from backend.client.models_gen.ci_rules import CiRule as CiRule
    from backend.client.models_gen.claims import ClaimCounter as ClaimCounter
    from backend.client.models_gen.claims import ClaimCurve as ClaimCurve
    from backend.client.models_gen.claims import ClaimDetail as ClaimDetail
    from backend.client.models_gen.claims import ClaimFigure as ClaimFigure
    from backend.client.models_gen.claims import ClaimImport as ClaimImport
    from backend.client.models_gen.claims import ClaimLink as ClaimLink
    from backend.client.models_gen.claims import ClaimList as ClaimList
    from backend.client.models_gen.claims import ClaimMechanism as ClaimMechanism
    from backend.client.models_gen.claims import ClaimOnMachine as ClaimOnMachine
    from backend.client.models_gen.claims import ClaimPoint as ClaimPoint
    from backend.client.models_gen.claims import ClaimStanding as ClaimStanding
    from backend.client.models_gen.claims import ClaimTableCell as ClaimTableCell
    from backend.client.models_gen.claims import ClaimTableLine as ClaimTableLine
    from backend.client.models_gen.claims import ClaimTableOnMachine as ClaimTableOnMachine
    from backend.client.models_gen.ci_rules import Claims as Claims
    from backend.client.models_gen.corrections import CommitChange as CommitChange
    from backend.client.models_gen.series import CommitColumns as CommitColumns
    from backend.client.models_gen.corrections import CommitList as CommitList
    from backend.client.models_gen.shared import CommitRef as CommitRef
    from backend.client.models_gen.shared import CommonCommits as CommonCommits
    from backend.client.models_gen.comparisons import ComparedCentre as ComparedCentre
    from backend.client.models_gen.comparisons import ComparedDetail as ComparedDetail
    from backend.client.models_gen.comparisons import ComparedMetric as ComparedMetric
    from backend.client.models_gen.comparisons import ComparedPercentile as ComparedPercentile
    from backend.client.models_gen.comparisons import ComparedRow as ComparedRow
    from backend.client.models_gen.comparisons import ComparedSide as ComparedSide
    from backend.client.models_gen.comparisons import ComparedVariant as ComparedVariant
    from backend.client.models_gen.comparisons import Comparison as Comparison
    from backend.client.models_gen.runs import Conditions as Conditions
    from backend.client.models_gen.jobs import ConfirmationAsked as ConfirmationAsked
    from backend.client.models_gen.runs import Control as Control
    from backend.client.models_gen.shared import ControlHistory as ControlHistory
    from backend.client.models_gen.shared import ControlWork as ControlWork
    from backend.client.models_gen.corrections import Corrected as Corrected
    from backend.client.models_gen.claims import CounterValue as CounterValue
    from backend.client.models_gen.keys import CreatedApiKey as CreatedApiKey
    from backend.client.models_gen.notifications import CreatedChannel as CreatedChannel
    from backend.client.models_gen.members import CreatedInvitation as CreatedInvitation
    from backend.client.models_gen.shared import Culprit as Culprit
    from backend.client.models_gen.shared import CulpritSearch as CulpritSearch
    from backend.client.models_gen.shared import CulpritShare as CulpritShare
    from backend.client.models_gen.sweeps import DefaultRatio as DefaultRatio
    from backend.client.models_gen.catalogue import Definition as Definition
    from backend.client.models_gen.projects import DeletedProject as DeletedProject
    from backend.client.models_gen.corrections import Deletion as Deletion
    from backend.client.models_gen.corrections import DeletionList as DeletionList
    from backend.client.models_gen.notifications import Delivery as Delivery
    from backend.client.models_gen.notifications import DeliveryPage as DeliveryPage
    from backend.client.models_gen.series import DerivedHistory as DerivedHistory
    from backend.client.models_gen.alert_groups import Details as Details
    from backend.client.models_gen.alert_groups import DetailsBefore as DetailsBefore
    from backend.client.models_gen.session import Device as Device
    from backend.client.models_gen.splits import DimensionNet as DimensionNet
    from backend.client.models_gen.shared import DirectionQuestion as DirectionQuestion
    from backend.client.models_gen.sweeps import DrawnPoint as DrawnPoint
    from backend.client.models_gen.runs import DrawnTimeCourse as DrawnTimeCourse
    from backend.client.models_gen.thresholds import DryRun as DryRun
    from backend.client.models_gen.shared import DurationEstimate as DurationEstimate
    from backend.client.models_gen.noise import EffectCost as EffectCost
    from backend.client.models_gen.series import ExcludedPoint as ExcludedPoint
    from backend.client.models_gen.shared import Exclusion as Exclusion
    from backend.client.models_gen.comparisons import Explanation as Explanation
    from backend.client.models_gen.series import Facet as Facet
    from backend.client.models_gen.series import FacetChoice as FacetChoice
    from backend.client.models_gen.series import Facets as Facets
    from backend.client.models_gen.shared import FailedResult as FailedResult
    from backend.client.models_gen.shared import FailedVariants as FailedVariants
    from backend.client.models_gen.notifications import FeedAccess as FeedAccess
    from backend.client.models_gen.notifications import FeedAddress as FeedAddress
    from backend.client.models_gen.reports import FileOutline as FileOutline
    from backend.client.models_gen.corrections import FilesRead as FilesRead
    from backend.client.models_gen.system import Finding as Finding
    from backend.client.models_gen.machines import FingerprintRevision as FingerprintRevision
    from backend.client.models_gen.shared import Fitness as Fitness
    from backend.client.models_gen.runs import Foreign as Foreign
    from backend.client.models_gen.pull_requests import ForgeEdit as ForgeEdit
    from backend.client.models_gen.pull_requests import ForgeFinding as ForgeFinding
    from backend.client.models_gen.pull_requests import ForgeKind as ForgeKind
    from backend.client.models_gen.pull_requests import ForgeSetup as ForgeSetup
    from backend.client.models_gen.pull_requests import ForgeUpdate as ForgeUpdate
    from backend.client.models_gen.shared import FunctionDifference as FunctionDifference
    from backend.client.models_gen.profiles import FunctionHistories as FunctionHistories
    from backend.client.models_gen.profiles import FunctionHistory as FunctionHistory
    from backend.client.models_gen.profiles import FunctionTime as FunctionTime
    from backend.client.models_gen.splits import GivenWeights as GivenWeights
    from backend.client.models_gen.machines import GlancedReading as GlancedReading
    from backend.client.models_gen.shared import GoalSide as GoalSide
    from backend.client.models_gen.sweeps import GridCell as GridCell
    from backend.client.models_gen.sweeps import GridDetail as GridDetail
    from backend.client.models_gen.alert_groups import GroupBefore as GroupBefore
    from backend.client.models_gen.shared import GroupCause as GroupCause
    from backend.client.models_gen.shared import GroupDirection as GroupDirection
    from backend.client.models_gen.alert_groups import GroupEdit as GroupEdit
    from backend.client.models_gen.alert_groups import GroupEvent as GroupEvent
    from backend.client.models_gen.alert_groups import GroupJudgements as GroupJudgements
    from backend.client.models_gen.shared import GroupMember as GroupMember
    from backend.client.models_gen.noise import GroupNoise as GroupNoise
    from backend.client.models_gen.alert_groups import GroupPlace as GroupPlace
    from backend.client.models_gen.shared import GroupShare as GroupShare
    from backend.client.models_gen.alert_groups import GroupSplit as GroupSplit
    from backend.client.models_gen.shared import GroupState as GroupState
    from backend.client.models_gen.shared import GroupTriage as GroupTriage
    from backend.client.models_gen.shared import HTTPValidationError as HTTPValidationError
    from backend.client.models_gen.thresholds import HeldBounds as HeldBounds
    from backend.client.models_gen.thresholds import HeldBudget as HeldBudget
    from backend.client.models_gen.series import History as History
    from backend.client.models_gen.imports import ImportOutcome as ImportOutcome
    from backend.client.models_gen.imports import ImportPart as ImportPart
    from backend.client.models_gen.members import Invitation as Invitation
    from backend.client.models_gen.session import InvitationToken as InvitationToken
    from backend.client.models_gen.jobs import JobAsked as JobAsked
    from backend.client.models_gen.jobs import JobBeat as JobBeat
    from backend.client.models_gen.shared import JobCommit as JobCommit
    from backend.client.models_gen.shared import JobDetail as JobDetail
    from backend.client.models_gen.jobs import JobEnded as JobEnded
    from backend.client.models_gen.shared import JobEvent as JobEvent
    from backend.client.models_gen.shared import JobKind as JobKind
    from backend.client.models_gen.jobs import JobLease as JobLease
    from backend.client.models_gen.shared import JobList as JobList
    from backend.client.models_gen.jobs import JobLog as JobLog
    from backend.client.models_gen.shared import JobNarrowing as JobNarrowing
    from backend.client.models_gen.shared import JobOffer as JobOffer
    from backend.client.models_gen.shared import JobPatch as JobPatch
    from backend.client.models_gen.shared import JobProgress as JobProgress
    from backend.client.models_gen.shared import JobRun as JobRun
    from backend.client.models_gen.shared import JobState as JobState
    from backend.client.models_gen.shared import JobTarget as JobTarget
    from backend.client.models_gen.shared import JobVerdict as JobVerdict
    from backend.client.models_gen.thresholds import JudgedSeries as JudgedSeries
    from backend.client.models_gen.changes import Judgements as Judgements
    from backend.client.models_gen.corrections import KnownCommit as KnownCommit
    from backend.client.models_gen.reports import KnownFormat as KnownFormat
    from backend.client.models_gen.shared import KnownProject as KnownProject
    from backend.client.models_gen.ladders import LadderCandidate as LadderCandidate
    from backend.client.models_gen.ladders import LadderChange as LadderChange
    from backend.client.models_gen.ladders import LadderDetail as LadderDetail
    from backend.client.models_gen.ladders import LadderJobs as LadderJobs
    from backend.client.models_gen.ladders import LadderList as LadderList
    from backend.client.models_gen.ladders import LadderListing as LadderListing
    from backend.client.models_gen.ladders import LadderMeasuredAgain as LadderMeasuredAgain
    from backend.client.models_gen.ladders import LadderSource as LadderSource
    from backend.client.models_gen.shared import LatestPoint as LatestPoint
    from backend.client.models_gen.jobs import LeaseAnswer as LeaseAnswer
    from backend.client.models_gen.jobs import LeasedMix as LeasedMix
    from backend.client.models_gen.jobs import LeasedPatch as LeasedPatch
    from backend.client.models_gen.changes import Likeness as Likeness
    from backend.client.models_gen.session import LinkRequest as LinkRequest
    from backend.client.models_gen.session import LinkToken as LinkToken
    from backend.client.models_gen.notifications import ListedChannel as ListedChannel
    from backend.client.models_gen.imports import ListedImport as ListedImport
    from backend.client.models_gen.machines import ListedMachine as ListedMachine
    from backend.client.models_gen.shared import ListedProfile as ListedProfile
    from backend.client.models_gen.shared import ListedRun as ListedRun
    from backend.client.models_gen.ladders import ListedRung as ListedRung
    from backend.client.models_gen.runs import ListedTimeCourse as ListedTimeCourse
    from backend.client.models_gen.machines import MachineDetail as MachineDetail
    from backend.client.models_gen.claims import MachineFacts as MachineFacts
    from backend.client.models_gen.overview import MachineHealth as MachineHealth
    from backend.client.models_gen.shared import MachineIntroduction as MachineIntroduction
    from backend.client.models_gen.machines import MachineList as MachineList
    from backend.client.models_gen.runs import MachineNoise as MachineNoise
    from backend.client.models_gen.machines import MachineQuarantine as MachineQuarantine
    from backend.client.models_gen.runs import MachineSetting as MachineSetting
    from backend.client.models_gen.pull_requests import MadeForgeConnection as MadeForgeConnection
    from backend.client.models_gen.pull_requests import MadePullAcceptance as MadePullAcceptance
    from backend.client.models_gen.machines import MadeReading as MadeReading
    from backend.client.models_gen.reports import MappingFields as MappingFields
    from backend.client.models_gen.machines import MeasuredSuite as MeasuredSuite
    from backend.client.models_gen.jobs import MeasurementAsked as MeasurementAsked
    from backend.client.models_gen.members import Member as Member
    from backend.client.models_gen.members import MemberList as MemberList
    from backend.client.models_gen.corrections import Merged as Merged
    from backend.client.models_gen.alert_groups import MergedPull as MergedPull
    from backend.client.models_gen.corrections import MetricChange as MetricChange
    from backend.client.models_gen.corrections import MetricList as MetricList
    from backend.client.models_gen.comparisons import MetricMean as MetricMean
    from backend.client.models_gen.comparisons import MetricMove as MetricMove
    from backend.client.models_gen.reports import MetricSource as MetricSource
    from backend.client.models_gen.ci_rules import Misfit as Misfit
    from backend.client.models_gen.alert_groups import Moved as Moved
    from backend.client.models_gen.alert_groups import MovedFrom as MovedFrom
    from backend.client.models_gen.shared import MovedPart as MovedPart
    from backend.client.models_gen.shared import MovedParts as MovedParts
    from backend.client.models_gen.overview import Mover as Mover
    from backend.client.models_gen.alert_groups import Mute as Mute
    from backend.client.models_gen.alert_groups import MuteList as MuteList
    from backend.client.models_gen.corrections import NameChange as NameChange
    from backend.client.models_gen.corrections import NamedKind as NamedKind
    from backend.client.models_gen.corrections import NamedList as NamedList
    from backend.client.models_gen.corrections import NamedThing as NamedThing
    from backend.client.models_gen.shared import NarrowingPoint as NarrowingPoint
    from backend.client.models_gen.shared import Neighbours as Neighbours
    from backend.client.models_gen.splits import Net as Net
    from backend.client.models_gen.imports import NewAddressImport as NewAddressImport
    from backend.client.models_gen.keys import NewApiKey as NewApiKey
    from backend.client.models_gen.notifications import NewChannel as NewChannel
    from backend.client.models_gen.ci_rules import NewCiRule as NewCiRule
    from backend.client.models_gen.corrections import NewDeletion as NewDeletion
    from backend.client.models_gen.corrections import NewExclusion as NewExclusion
    from backend.client.models_gen.pull_requests import NewForgeConnection as NewForgeConnection
    from backend.client.models_gen.alert_groups import NewGroupJudgement as NewGroupJudgement
    from backend.client.models_gen.corrections import NewInclusion as NewInclusion
    from backend.client.models_gen.members import NewInvitation as NewInvitation
    from backend.client.models_gen.changes import NewJudgements as NewJudgements
    from backend.client.models_gen.views import NewLink as NewLink
    from backend.client.models_gen.reports import NewMapping as NewMapping
    from backend.client.models_gen.corrections import NewMerge as NewMerge
    from backend.client.models_gen.alert_groups import NewMove as NewMove
    from backend.client.models_gen.alert_groups import NewMute as NewMute
    from backend.client.models_gen.shared import NewNote as NewNote
    from backend.client.models_gen.session import NewPassword as NewPassword
    from backend.client.models_gen.projects import NewProject as NewProject
    from backend.client.models_gen.pull_requests import NewPullAcceptance as NewPullAcceptance
    from backend.client.models_gen.corrections import NewReading as NewReading
    from backend.client.models_gen.ladders import NewRung as NewRung
    from backend.client.models_gen.ladders import NewRungs as NewRungs
    from backend.client.models_gen.splits import NewSplit as NewSplit
    from backend.client.models_gen.thresholds import NewThresholds as NewThresholds
    from backend.client.models_gen.views import NewView as NewView
    from backend.client.models_gen.ladders import NewerResult as NewerResult
    from backend.client.models_gen.comparisons import NoiseFacts as NoiseFacts
    from backend.client.models_gen.shared import NoisyMachine as NoisyMachine
    from backend.client.models_gen.noise import NoisySeries as NoisySeries
    from backend.client.models_gen.comparisons import NotCompared as NotCompared
    from backend.client.models_gen.splits import ObjectiveName as ObjectiveName
    from backend.client.models_gen.comparisons import OneSidedResult as OneSidedResult
    from backend.client.models_gen.overview import OpenChanges as OpenChanges
    from backend.client.models_gen.enrolments import OpenEnrolment as OpenEnrolment
    from backend.client.models_gen.overview import OpenHistory as OpenHistory
    from backend.client.models_gen.overview import OpenPull as OpenPull
    from backend.client.models_gen.overview import OpenPulls as OpenPulls
    from backend.client.models_gen.session import OpenedInvitation as OpenedInvitation
    from backend.client.models_gen.session import OpenedReset as OpenedReset
    from backend.client.models_gen.sweeps import OptimumHistory as OptimumHistory
    from backend.client.models_gen.sweeps import OptimumPoint as OptimumPoint
    from backend.client.models_gen.splits import OtherEffect as OtherEffect
    from backend.client.models_gen.shared import Outage as Outage
    from backend.client.models_gen.reports import OutlineColumn as OutlineColumn
    from backend.client.models_gen.overview import Overview as Overview
    from backend.client.models_gen.session import OwnSession as OwnSession
    from backend.client.models_gen.session import OwnSessions as OwnSessions
    from backend.client.models_gen.shared import PairsLook as PairsLook
    from backend.client.models_gen.ladders import ParameterLadder as ParameterLadder
    from backend.client.models_gen.shared import PartSearch as PartSearch
    from backend.client.models_gen.session import PasswordChange as PasswordChange
    from backend.client.models_gen.jobs import PatchAsked as PatchAsked
    from backend.client.models_gen.jobs import PatchRefusal as PatchRefusal
    from backend.client.models_gen.jobs import PatchText as PatchText
    from backend.client.models_gen.shared import PausedRun as PausedRun
    from backend.client.models_gen.people import PeoplePage as PeoplePage
    from backend.client.models_gen.runs import Percentile as Percentile
    from backend.client.models_gen.people import Person as Person
    from backend.client.models_gen.people import PersonRole as PersonRole
    from backend.client.models_gen.runs import Pinning as Pinning
    from backend.client.models_gen.series import Pivot as Pivot
    from backend.client.models_gen.series import PivotCell as PivotCell
    from backend.client.models_gen.series import PivotMean as PivotMean
    from backend.client.models_gen.series import PivotTable as PivotTable
    from backend.client.models_gen.jobs import PlaceAsked as PlaceAsked
    from backend.client.models_gen.shared import PlannedRun as PlannedRun
    from backend.client.models_gen.series import PointList as PointList
    from backend.client.models_gen.runs import Preflight as Preflight
    from backend.client.models_gen.shared import PreflightCheck as PreflightCheck
    from backend.client.models_gen.notifications import PreviewedSelection as PreviewedSelection
    from backend.client.models_gen.jobs import PriorityAsked as PriorityAsked
    from backend.client.models_gen.shared import Problem as Problem
    from backend.client.models_gen.shared import ProblemFault as ProblemFault
    from backend.client.models_gen.profiles import ProfileDetail as ProfileDetail
    from backend.client.models_gen.profiles import ProfilePeers as ProfilePeers
    from backend.client.models_gen.profiles import ProfilePlace as ProfilePlace
    from backend.client.models_gen.runs import ProgramFinding as ProgramFinding
    from backend.client.models_gen.shared import Progress as Progress
    from backend.client.models_gen.shared import Project as Project
    from backend.client.models_gen.projects import ProjectChange as ProjectChange
    from backend.client.models_gen.jobs import ProjectQuotas as ProjectQuotas
    from backend.client.models_gen.projects import ProjectReturn as ProjectReturn
    from backend.client.models_gen.jobs import ProposalAsked as ProposalAsked
    from backend.client.models_gen.ladders import PublishedFigures as PublishedFigures
    from backend.client.models_gen.ladders import PublishedLadder as PublishedLadder
    from backend.client.models_gen.splits import PublishedTable as PublishedTable
    from backend.client.models_gen.pull_requests import PullAcceptance as PullAcceptance
    from backend.client.models_gen.pull_requests import PullBase as PullBase
    from backend.client.models_gen.pull_requests import PullBudget as PullBudget
    from backend.client.models_gen.pull_requests import PullDetail as PullDetail
    from backend.client.models_gen.pull_requests import PullJudgement as PullJudgement
    from backend.client.models_gen.pull_requests import PullPage as PullPage
    from backend.client.models_gen.pull_requests import PullRequest as PullRequest
    from backend.client.models_gen.pull_requests import PullRow as PullRow
    from backend.client.models_gen.machines import QuarantineWhy as QuarantineWhy
    from backend.client.models_gen.jobs import QueuedSchedule as QueuedSchedule
    from backend.client.models_gen.notifications import QuietHours as QuietHours
    from backend.client.models_gen.jobs import QuotaUse as QuotaUse
    from backend.client.models_gen.jobs import QuotasWanted as QuotasWanted
    from backend.client.models_gen.ladders import RatioRange as RatioRange
    from backend.client.models_gen.reports import ReadFile as ReadFile
    from backend.client.models_gen.reports import ReadResult as ReadResult
    from backend.client.models_gen.corrections import ReadingDifference as ReadingDifference
    from backend.client.models_gen.system import ReadyAnswer as ReadyAnswer
    from backend.client.models_gen.jobs import Receipt as Receipt
    from backend.client.models_gen.jobs import ReceiptAim as ReceiptAim
    from backend.client.models_gen.jobs import ReceiptAnswers as ReceiptAnswers
    from backend.client.models_gen.jobs import ReceiptFacts as ReceiptFacts
    from backend.client.models_gen.system import ReceiptKey as ReceiptKey
    from backend.client.models_gen.jobs import ReceiptPatch as ReceiptPatch
    from backend.client.models_gen.pull_requests import ReceivedWebhook as ReceivedWebhook
    from backend.client.models_gen.system import RecentAgent as RecentAgent
    from backend.client.models_gen.sweeps import RefinementAsked as RefinementAsked
    from backend.client.models_gen.alert_groups import RefusedGroup as RefusedGroup
    from backend.client.models_gen.changes import RefusedJudgement as RefusedJudgement
    from backend.client.models_gen.runs import RefusedSetting as RefusedSetting
    from backend.client.models_gen.agents import RegisteredAgent as RegisteredAgent
    from backend.client.models_gen.shared import RepeatableSuite as RepeatableSuite
    from backend.client.models_gen.reports import ReportList as ReportList
    from backend.client.models_gen.reports import ReportStatus as ReportStatus
    from backend.client.models_gen.people import ResetLink as ResetLink
    from backend.client.models_gen.runs import Resolvable as Resolvable
    from backend.client.models_gen.ladders import ResultLadder as ResultLadder
    from backend.client.models_gen.runs import ResultSamples as ResultSamples
    from backend.client.models_gen.runs import ResultTail as ResultTail
    from backend.client.models_gen.corrections import ResultWanted as ResultWanted
    from backend.client.models_gen.shared import Role as Role
    from backend.client.models_gen.members import RoleChange as RoleChange
    from backend.client.models_gen.jobs import RoundSaid as RoundSaid
    from backend.client.models_gen.comparisons import RowColumns as RowColumns
    from backend.client.models_gen.jobs import RuleStanding as RuleStanding
    from backend.client.models_gen.noise import RunAdvice as RunAdvice
    from backend.client.models_gen.runs import RunDetail as RunDetail
    from backend.client.models_gen.runs import RunPage as RunPage
    from backend.client.models_gen.runs import RunResult as RunResult
    from backend.client.models_gen.runs import RunResultPage as RunResultPage
    from backend.client.models_gen.runs import RunSigner as RunSigner
    from backend.client.models_gen.ladders import Rung as Rung
    from backend.client.models_gen.ladders import RungChange as RungChange
    from backend.client.models_gen.ladders import RungMeasuredAgain as RungMeasuredAgain
    from backend.client.models_gen.ladders import RungOrder as RungOrder
    from backend.client.models_gen.ladders import RungRun as RungRun
    from backend.client.models_gen.corrections import RunsWanted as RunsWanted
    from backend.client.models_gen.jobs import SaidEvidence as SaidEvidence
    from backend.client.models_gen.jobs import SaidMoves as SaidMoves
    from backend.client.models_gen.jobs import SaidPart as SaidPart
    from backend.client.models_gen.jobs import SaidRefusal as SaidRefusal
    from backend.client.models_gen.jobs import SaidVariant as SaidVariant
    from backend.client.models_gen.shared import Sameness as Sameness
    from backend.client.models_gen.claims import SavedClaims as SavedClaims
    from backend.client.models_gen.runs import SavedFile as SavedFile
    from backend.client.models_gen.reports import SavedMapping as SavedMapping
    from backend.client.models_gen.splits import SavedSplit as SavedSplit
    from backend.client.models_gen.thresholds import SavedThresholds as SavedThresholds
    from backend.client.models_gen.views import SavedView as SavedView
    from backend.client.models_gen.noise import Scatter as Scatter
    from backend.client.models_gen.noise import ScatterSource as ScatterSource
    from backend.client.models_gen.jobs import ScheduledAsked as ScheduledAsked
    from backend.client.models_gen.keys import Scope as Scope
    from backend.client.models_gen.search import SearchHit as SearchHit
    from backend.client.models_gen.search import SearchHits as SearchHits
    from backend.client.models_gen.search import SearchKind as SearchKind
    from backend.client.models_gen.shared import SearchStep as SearchStep
    from backend.client.models_gen.overview import SeenMark as SeenMark
    from backend.client.models_gen.shared import SelectedSeries as SelectedSeries
    from backend.client.models_gen.notifications import Selection as Selection
    from backend.client.models_gen.notifications import SelectionPreview as SelectionPreview
    from backend.client.models_gen.shared import SelfComparison as SelfComparison
    from backend.client.models_gen.runs import SelfRatio as SelfRatio
    from backend.client.models_gen.series import SeriesHistory as SeriesHistory
    from backend.client.models_gen.shared import SeriesLabel as SeriesLabel
    from backend.client.models_gen.series import SeriesListing as SeriesListing
    from backend.client.models_gen.series import SeriesListingPage as SeriesListingPage
    from backend.client.models_gen.noise import SeriesNoise as SeriesNoise
    from backend.client.models_gen.series import SeriesPoint as SeriesPoint
    from backend.client.models_gen.system import ServerPoint as ServerPoint
    from backend.client.models_gen.system import ServerStatus as ServerStatus
    from backend.client.models_gen.session import Session as Session
    from backend.client.models_gen.system import Severity as Severity
    from backend.client.models_gen.views import ShortLink as ShortLink
    from backend.client.models_gen.claims import ShownClaim as ShownClaim
    from backend.client.models_gen.claims import ShownClaimTable as ShownClaimTable
    from backend.client.models_gen.shared import ShownJob as ShownJob
    from backend.client.models_gen.overview import ShownNews as ShownNews
    from backend.client.models_gen.claims import ShownStatement as ShownStatement
    from backend.client.models_gen.comparisons import SideDifference as SideDifference
    from backend.client.models_gen.comparisons import SideOffer as SideOffer
    from backend.client.models_gen.comparisons import SideOffers as SideOffers
    from backend.client.models_gen.comparisons import SideRunSamples as SideRunSamples
    from backend.client.models_gen.session import SignIn as SignIn
    from backend.client.models_gen.changes import SimilarChange as SimilarChange
    from backend.client.models_gen.thresholds import SinceReference as SinceReference
    from backend.client.models_gen.thresholds import SinceReferences as SinceReferences
    from backend.client.models_gen.ladders import SourceList as SourceList
    from backend.client.models_gen.ladders import SourceMetric as SourceMetric
    from backend.client.models_gen.overview import Sparkline as Sparkline
    from backend.client.models_gen.splits import SplitDecision as SplitDecision
    from backend.client.models_gen.splits import SplitDetail as SplitDetail
    from backend.client.models_gen.splits import SplitEvent as SplitEvent
    from backend.client.models_gen.splits import SplitGroup as SplitGroup
    from backend.client.models_gen.splits import SplitMember as SplitMember
    from backend.client.models_gen.splits import SplitNote as SplitNote
    from backend.client.models_gen.splits import SplitPage as SplitPage
    from backend.client.models_gen.splits import SplitRow as SplitRow
    from backend.client.models_gen.splits import SplitSide as SplitSide
    from backend.client.models_gen.alert_groups import SplitState as SplitState
    from backend.client.models_gen.claims import StatementCounts as StatementCounts
    from backend.client.models_gen.claims import StatementOnMachine as StatementOnMachine
    from backend.client.models_gen.runs import StoppedVariant as StoppedVariant
    from backend.client.models_gen.runs import Stopping as Stopping
    from backend.client.models_gen.pull_requests import StoredConnection as StoredConnection
    from backend.client.models_gen.corrections import StoredMetric as StoredMetric
    from backend.client.models_gen.notifications import Subscription as Subscription
    from backend.client.models_gen.catalogue import SuiteBenchmark as SuiteBenchmark
    from backend.client.models_gen.overview import SuiteCard as SuiteCard
    from backend.client.models_gen.catalogue import SuiteDetail as SuiteDetail
    from backend.client.models_gen.shared import SuiteGoal as SuiteGoal
    from backend.client.models_gen.catalogue import SuiteMetric as SuiteMetric
    from backend.client.models_gen.thresholds import SuiteSinceReference as SuiteSinceReference
    from backend.client.models_gen.sweeps import SweepAgreement as SweepAgreement
    from backend.client.models_gen.sweeps import SweepBest as SweepBest
    from backend.client.models_gen.sweeps import SweepBests as SweepBests
    from backend.client.models_gen.sweeps import SweepCliff as SweepCliff
    from backend.client.models_gen.sweeps import SweepCrossing as SweepCrossing
    from backend.client.models_gen.sweeps import SweepCrossover as SweepCrossover
    from backend.client.models_gen.sweeps import SweepCurve as SweepCurve
    from backend.client.models_gen.sweeps import SweepDetail as SweepDetail
    from backend.client.models_gen.sweeps import SweepForm as SweepForm
    from backend.client.models_gen.sweeps import SweepGrid as SweepGrid
    from backend.client.models_gen.sweeps import SweepKnee as SweepKnee
    from backend.client.models_gen.sweeps import SweepList as SweepList
    from backend.client.models_gen.sweeps import SweepMark as SweepMark
    from backend.client.models_gen.sweeps import SweepOptima as SweepOptima
    from backend.client.models_gen.sweeps import SweepOptimum as SweepOptimum
    from backend.client.models_gen.sweeps import SweepPanel as SweepPanel
    from backend.client.models_gen.sweeps import SweepPlateau as SweepPlateau
    from backend.client.models_gen.sweeps import SweepPoint as SweepPoint
    from backend.client.models_gen.sweeps import SweepRow as SweepRow
    from backend.client.models_gen.splits import TableColumn as TableColumn
    from backend.client.models_gen.runs import TailList as TailList
    from backend.client.models_gen.runs import TailPoint as TailPoint
    from backend.client.models_gen.noise import TestbedNoise as TestbedNoise
    from backend.client.models_gen.noise import TestbedNoiseList as TestbedNoiseList
    from backend.client.models_gen.thresholds import Threshold as Threshold
    from backend.client.models_gen.thresholds import ThresholdBudget as ThresholdBudget
    from backend.client.models_gen.thresholds import ThresholdReading as ThresholdReading
    from backend.client.models_gen.thresholds import ThresholdReference as ThresholdReference
    from backend.client.models_gen.thresholds import ThresholdRule as ThresholdRule
    from backend.client.models_gen.thresholds import ThresholdTally as ThresholdTally
    from backend.client.models_gen.thresholds import ThresholdText as ThresholdText
    from backend.client.models_gen.thresholds import ThresholdVersion as ThresholdVersion
    from backend.client.models_gen.thresholds import Thresholds as Thresholds
    from backend.client.models_gen.runs import TimeCourseList as TimeCourseList
    from backend.client.models_gen.notifications import Timetable as Timetable
    from backend.client.models_gen.reports import ToolOutcome as ToolOutcome
    from backend.client.models_gen.overview import Totals as Totals
    from backend.client.models_gen.alert_groups import TriageReport as TriageReport
    from backend.client.models_gen.ci_rules import Trial as Trial
    from backend.client.models_gen.thresholds import TriedChange as TriedChange
    from backend.client.models_gen.thresholds import TriedThresholds as TriedThresholds
    from backend.client.models_gen.runs import Tuning as Tuning
    from backend.client.models_gen.corrections import UnreadRun as UnreadRun
    from backend.client.models_gen.jobs import UpheldRate as UpheldRate
    from backend.client.models_gen.session import User as User
    from backend.client.models_gen.shared import ValidationError as ValidationError
    from backend.client.models_gen.jobs import VariantGain as VariantGain
    from backend.client.models_gen.runs import VariantPair as VariantPair
    from backend.client.models_gen.runs import VariantPairs as VariantPairs
    from backend.client.models_gen.comparisons import VerdictCounts as VerdictCounts
    from backend.client.models_gen.jobs import VerdictTallies as VerdictTallies
    from backend.client.models_gen.jobs import VerdictTally as VerdictTally
    from backend.client.models_gen.views import ViewChange as ViewChange
    from backend.client.models_gen.system import WaitingTask as WaitingTask
    from backend.client.models_gen.pull_requests import WebhookReceipt as WebhookReceipt
    from backend.client.models_gen.pull_requests import WebhookSecret as WebhookSecret
    from backend.client.models_gen.shared import Who as Who
    from backend.client.models_gen.runs import WorkNoise as WorkNoise
    from backend.client.models_gen.jobs import WorkRequest as WorkRequest
PLACES = {
    "Acceptance": "session",
    "AcceptedInvitation": "session",
    "AcceptedReport": "reports",
    "AddressImport": "imports",
    "AddressImportState": "imports",
    "Agent": "shared",
    "AgentBeatAnswer": "agents",
    "AgentEnrolmentMade": "enrolments",
    "AgentEnrolmentUsed": "enrolments",
    "AgentEnrolmentWanted": "enrolments",
    "AgentKeySent": "agents",
    "AgentLetIn": "enrolments",
    "AgentRegistration": "agents",
    "AgentUpdates": "session",
    "AlarmRate": "shared",
    "AlertGroup": "shared",
    "AlertGroupDetail": "alert_groups",
    "AlertGroupPage": "alert_groups",
    "Alternative": "splits",
    "AlternativeResult": "splits",
    "Alternatives": "splits",
    "ApiKey": "keys",
    "ArmInterval": "jobs",
    "AskedCommit": "jobs",
    "Assignable": "alert_groups",
    "Assignee": "shared",
    "AttributeChange": "shared",
    "AuditEvent": "audit",
    "AuditPage": "audit",
    "BackfillAsked": "jobs",
    "Beat": "agents",
    "BeatAnswer": "jobs",
    "BeatPlan": "agents",
    "BeatProgress": "agents",
    "BenchmarkDetail": "catalogue",
    "BenchmarkFailure": "catalogue",
    "BenchmarkSeries": "catalogue",
    "BetterDirection": "shared",
    "BisectionAsked": "jobs",
    "BreakEven": "splits",
    "Buckets": "comparisons",
    "BudgetState": "thresholds",
    "CandidateList": "ladders",
    "ChangeDetail": "changes",
    "ChangeJudgement": "changes",
    "ChangeNote": "changes",
    "ChangePart": "comparisons",
    "ChangePoint": "shared",
    "ChangePointPage": "changes",
    "ChangeSide": "shared",
    "ChangeSurroundings": "shared",
    "Channel": "notifications",
    "ChannelEdit": "notifications",
    "ChannelHealth": "notifications",
    "ChannelKind": "notifications",
    "ChannelList": "notifications",
    "ChannelPause": "notifications",
    "ChannelSecret": "notifications",
    "CheckAsked": "jobs",
    "CiRule": "ci_rules",
    "ClaimCounter": "claims",
    "ClaimCurve": "claims",
    "ClaimDetail": "claims",
    "ClaimFigure": "claims",
    "ClaimImport": "claims",
    "ClaimLink": "claims",
    "ClaimList": "claims",
    "ClaimMechanism": "claims",
    "ClaimOnMachine": "claims",
    "ClaimPoint": "claims",
    "ClaimStanding": "claims",
    "ClaimTableCell": "claims",
    "ClaimTableLine": "claims",
    "ClaimTableOnMachine": "claims",
    "Claims": "ci_rules",
    "CommitChange": "corrections",
    "CommitColumns": "series",
    "CommitList": "corrections",
    "CommitRef": "shared",
    "CommonCommits": "shared",
    "ComparedCentre": "comparisons",
    "ComparedDetail": "comparisons",
    "ComparedMetric": "comparisons",
    "ComparedPercentile": "comparisons",
    "ComparedRow": "comparisons",
    "ComparedSide": "comparisons",
    "ComparedVariant": "comparisons",
    "Comparison": "comparisons",
    "Conditions": "runs",
    "ConfirmationAsked": "jobs",
    "Control": "runs",
    "ControlHistory": "shared",
    "ControlWork": "shared",
    "Corrected": "corrections",
    "CounterValue": "claims",
    "CreatedApiKey": "keys",
    "CreatedChannel": "notifications",
    "CreatedInvitation": "members",
    "Culprit": "shared",
    "CulpritSearch": "shared",
    "CulpritShare": "shared",
    "DefaultRatio": "sweeps",
    "Definition": "catalogue",
    "DeletedProject": "projects",
    "Deletion": "corrections",
    "DeletionList": "corrections",
    "Delivery": "notifications",
    "DeliveryPage": "notifications",
    "DerivedHistory": "series",
    "Details": "alert_groups",
    "DetailsBefore": "alert_groups",
    "Device": "session",
    "DimensionNet": "splits",
    "DirectionQuestion": "shared",
    "DrawnPoint": "sweeps",
    "DrawnTimeCourse": "runs",
    "DryRun": "thresholds",
    "DurationEstimate": "shared",
    "EffectCost": "noise",
    "ExcludedPoint": "series",
    "Exclusion": "shared",
    "Explanation": "comparisons",
    "Facet": "series",
    "FacetChoice": "series",
    "Facets": "series",
    "FailedResult": "shared",
    "FailedVariants": "shared",
    "FeedAccess": "notifications",
    "FeedAddress": "notifications",
    "FileOutline": "reports",
    "FilesRead": "corrections",
    "Finding": "system",
    "FingerprintRevision": "machines",
    "Fitness": "shared",
    "Foreign": "runs",
    "ForgeEdit": "pull_requests",
    "ForgeFinding": "pull_requests",
    "ForgeKind": "pull_requests",
    "ForgeSetup": "pull_requests",
    "ForgeUpdate": "pull_requests",
    "FunctionDifference": "shared",
    "FunctionHistories": "profiles",
    "FunctionHistory": "profiles",
    "FunctionTime": "profiles",
    "GivenWeights": "splits",
    "GlancedReading": "machines",
    "GoalSide": "shared",
    "GridCell": "sweeps",
    "GridDetail": "sweeps",
    "GroupBefore": "alert_groups",
    "GroupCause": "shared",
    "GroupDirection": "shared",
    "GroupEdit": "alert_groups",
    "GroupEvent": "alert_groups",
    "GroupJudgements": "alert_groups",
    "GroupMember": "shared",
    "GroupNoise": "noise",
    "GroupPlace": "alert_groups",
    "GroupShare": "shared",
    "GroupSplit": "alert_groups",
    "GroupState": "shared",
    "GroupTriage": "shared",
    "HTTPValidationError": "shared",
    "HeldBounds": "thresholds",
    "HeldBudget": "thresholds",
    "History": "series",
    "ImportOutcome": "imports",
    "ImportPart": "imports",
    "Invitation": "members",
    "InvitationToken": "session",
    "JobAsked": "jobs",
    "JobBeat": "jobs",
    "JobCommit": "shared",
    "JobDetail": "shared",
    "JobEnded": "jobs",
    "JobEvent": "shared",
    "JobKind": "shared",
    "JobLease": "jobs",
    "JobList": "shared",
    "JobLog": "jobs",
    "JobNarrowing": "shared",
    "JobOffer": "shared",
    "JobPatch": "shared",
    "JobProgress": "shared",
    "JobRun": "shared",
    "JobState": "shared",
    "JobTarget": "shared",
    "JobVerdict": "shared",
    "JudgedSeries": "thresholds",
    "Judgements": "changes",
    "KnownCommit": "corrections",
    "KnownFormat": "reports",
    "KnownProject": "shared",
    "LadderCandidate": "ladders",
    "LadderChange": "ladders",
    "LadderDetail": "ladders",
    "LadderJobs": "ladders",
    "LadderList": "ladders",
    "LadderListing": "ladders",
    "LadderMeasuredAgain": "ladders",
    "LadderSource": "ladders",
    "LatestPoint": "shared",
    "LeaseAnswer": "jobs",
    "LeasedMix": "jobs",
    "LeasedPatch": "jobs",
    "Likeness": "changes",
    "LinkRequest": "session",
    "LinkToken": "session",
    "ListedChannel": "notifications",
    "ListedImport": "imports",
    "ListedMachine": "machines",
    "ListedProfile": "shared",
    "ListedRun": "shared",
    "ListedRung": "ladders",
    "ListedTimeCourse": "runs",
    "MachineDetail": "machines",
    "MachineFacts": "claims",
    "MachineHealth": "overview",
    "MachineIntroduction": "shared",
    "MachineList": "machines",
    "MachineNoise": "runs",
    "MachineQuarantine": "machines",
    "MachineSetting": "runs",
    "MadeForgeConnection": "pull_requests",
    "MadePullAcceptance": "pull_requests",
    "MadeReading": "machines",
    "MappingFields": "reports",
    "MeasuredSuite": "machines",
    "MeasurementAsked": "jobs",
    "Member": "members",
    "MemberList": "members",
    "Merged": "corrections",
    "MergedPull": "alert_groups",
    "MetricChange": "corrections",
    "MetricList": "corrections",
    "MetricMean": "comparisons",
    "MetricMove": "comparisons",
    "MetricSource": "reports",
    "Misfit": "ci_rules",
    "Moved": "alert_groups",
    "MovedFrom": "alert_groups",
    "MovedPart": "shared",
    "MovedParts": "shared",
    "Mover": "overview",
    "Mute": "alert_groups",
    "MuteList": "alert_groups",
    "NameChange": "corrections",
    "NamedKind": "corrections",
    "NamedList": "corrections",
    "NamedThing": "corrections",
    "NarrowingPoint": "shared",
    "Neighbours": "shared",
    "Net": "splits",
    "NewAddressImport": "imports",
    "NewApiKey": "keys",
    "NewChannel": "notifications",
    "NewCiRule": "ci_rules",
    "NewDeletion": "corrections",
    "NewExclusion": "corrections",
    "NewForgeConnection": "pull_requests",
    "NewGroupJudgement": "alert_groups",
    "NewInclusion": "corrections",
    "NewInvitation": "members",
    "NewJudgements": "changes",
    "NewLink": "views",
    "NewMapping": "reports",
    "NewMerge": "corrections",
    "NewMove": "alert_groups",
    "NewMute": "alert_groups",
    "NewNote": "shared",
    "NewPassword": "session",
    "NewProject": "projects",
    "NewPullAcceptance": "pull_requests",
    "NewReading": "corrections",
    "NewRung": "ladders",
    "NewRungs": "ladders",
    "NewSplit": "splits",
    "NewThresholds": "thresholds",
    "NewView": "views",
    "NewerResult": "ladders",
    "NoiseFacts": "comparisons",
    "NoisyMachine": "shared",
    "NoisySeries": "noise",
    "NotCompared": "comparisons",
    "ObjectiveName": "splits",
    "OneSidedResult": "comparisons",
    "OpenChanges": "overview",
    "OpenEnrolment": "enrolments",
    "OpenHistory": "overview",
    "OpenPull": "overview",
    "OpenPulls": "overview",
    "OpenedInvitation": "session",
    "OpenedReset": "session",
    "OptimumHistory": "sweeps",
    "OptimumPoint": "sweeps",
    "OtherEffect": "splits",
    "Outage": "shared",
    "OutlineColumn": "reports",
    "Overview": "overview",
    "OwnSession": "session",
    "OwnSessions": "session",
    "PairsLook": "shared",
    "ParameterLadder": "ladders",
    "PartSearch": "shared",
    "PasswordChange": "session",
    "PatchAsked": "jobs",
    "PatchRefusal": "jobs",
    "PatchText": "jobs",
    "PausedRun": "shared",
    "PeoplePage": "people",
    "Percentile": "runs",
    "Person": "people",
    "PersonRole": "people",
    "Pinning": "runs",
    "Pivot": "series",
    "PivotCell": "series",
    "PivotMean": "series",
    "PivotTable": "series",
    "PlaceAsked": "jobs",
    "PlannedRun": "shared",
    "PointList": "series",
    "Preflight": "runs",
    "PreflightCheck": "shared",
    "PreviewedSelection": "notifications",
    "PriorityAsked": "jobs",
    "Problem": "shared",
    "ProblemFault": "shared",
    "ProfileDetail": "profiles",
    "ProfilePeers": "profiles",
    "ProfilePlace": "profiles",
    "ProgramFinding": "runs",
    "Progress": "shared",
    "Project": "shared",
    "ProjectChange": "projects",
    "ProjectQuotas": "jobs",
    "ProjectReturn": "projects",
    "ProposalAsked": "jobs",
    "PublishedFigures": "ladders",
    "PublishedLadder": "ladders",
    "PublishedTable": "splits",
    "PullAcceptance": "pull_requests",
    "PullBase": "pull_requests",
    "PullBudget": "pull_requests",
    "PullDetail": "pull_requests",
    "PullJudgement": "pull_requests",
    "PullPage": "pull_requests",
    "PullRequest": "pull_requests",
    "PullRow": "pull_requests",
    "QuarantineWhy": "machines",
    "QueuedSchedule": "jobs",
    "QuietHours": "notifications",
    "QuotaUse": "jobs",
    "QuotasWanted": "jobs",
    "RatioRange": "ladders",
    "ReadFile": "reports",
    "ReadResult": "reports",
    "ReadingDifference": "corrections",
    "ReadyAnswer": "system",
    "Receipt": "jobs",
    "ReceiptAim": "jobs",
    "ReceiptAnswers": "jobs",
    "ReceiptFacts": "jobs",
    "ReceiptKey": "system",
    "ReceiptPatch": "jobs",
    "ReceivedWebhook": "pull_requests",
    "RecentAgent": "system",
    "RefinementAsked": "sweeps",
    "RefusedGroup": "alert_groups",
    "RefusedJudgement": "changes",
    "RefusedSetting": "runs",
    "RegisteredAgent": "agents",
    "RepeatableSuite": "shared",
    "ReportList": "reports",
    "ReportStatus": "reports",
    "ResetLink": "people",
    "Resolvable": "runs",
    "ResultLadder": "ladders",
    "ResultSamples": "runs",
    "ResultTail": "runs",
    "ResultWanted": "corrections",
    "Role": "shared",
    "RoleChange": "members",
    "RoundSaid": "jobs",
    "RowColumns": "comparisons",
    "RuleStanding": "jobs",
    "RunAdvice": "noise",
    "RunDetail": "runs",
    "RunPage": "runs",
    "RunResult": "runs",
    "RunResultPage": "runs",
    "RunSigner": "runs",
    "Rung": "ladders",
    "RungChange": "ladders",
    "RungMeasuredAgain": "ladders",
    "RungOrder": "ladders",
    "RungRun": "ladders",
    "RunsWanted": "corrections",
    "SaidEvidence": "jobs",
    "SaidMoves": "jobs",
    "SaidPart": "jobs",
    "SaidRefusal": "jobs",
    "SaidVariant": "jobs",
    "Sameness": "shared",
    "SavedClaims": "claims",
    "SavedFile": "runs",
    "SavedMapping": "reports",
    "SavedSplit": "splits",
    "SavedThresholds": "thresholds",
    "SavedView": "views",
    "Scatter": "noise",
    "ScatterSource": "noise",
    "ScheduledAsked": "jobs",
    "Scope": "keys",
    "SearchHit": "search",
    "SearchHits": "search",
    "SearchKind": "search",
    "SearchStep": "shared",
    "SeenMark": "overview",
    "SelectedSeries": "shared",
    "Selection": "notifications",
    "SelectionPreview": "notifications",
    "SelfComparison": "shared",
    "SelfRatio": "runs",
    "SeriesHistory": "series",
    "SeriesLabel": "shared",
    "SeriesListing": "series",
    "SeriesListingPage": "series",
    "SeriesNoise": "noise",
    "SeriesPoint": "series",
    "ServerPoint": "system",
    "ServerStatus": "system",
    "Session": "session",
    "Severity": "system",
    "ShortLink": "views",
    "ShownClaim": "claims",
    "ShownClaimTable": "claims",
    "ShownJob": "shared",
    "ShownNews": "overview",
    "ShownStatement": "claims",
    "SideDifference": "comparisons",
    "SideOffer": "comparisons",
    "SideOffers": "comparisons",
    "SideRunSamples": "comparisons",
    "SignIn": "session",
    "SimilarChange": "changes",
    "SinceReference": "thresholds",
    "SinceReferences": "thresholds",
    "SourceList": "ladders",
    "SourceMetric": "ladders",
    "Sparkline": "overview",
    "SplitDecision": "splits",
    "SplitDetail": "splits",
    "SplitEvent": "splits",
    "SplitGroup": "splits",
    "SplitMember": "splits",
    "SplitNote": "splits",
    "SplitPage": "splits",
    "SplitRow": "splits",
    "SplitSide": "splits",
    "SplitState": "alert_groups",
    "StatementCounts": "claims",
    "StatementOnMachine": "claims",
    "StoppedVariant": "runs",
    "Stopping": "runs",
    "StoredConnection": "pull_requests",
    "StoredMetric": "corrections",
    "Subscription": "notifications",
    "SuiteBenchmark": "catalogue",
    "SuiteCard": "overview",
    "SuiteDetail": "catalogue",
    "SuiteGoal": "shared",
    "SuiteMetric": "catalogue",
    "SuiteSinceReference": "thresholds",
    "SweepAgreement": "sweeps",
    "SweepBest": "sweeps",
    "SweepBests": "sweeps",
    "SweepCliff": "sweeps",
    "SweepCrossing": "sweeps",
    "SweepCrossover": "sweeps",
    "SweepCurve": "sweeps",
    "SweepDetail": "sweeps",
    "SweepForm": "sweeps",
    "SweepGrid": "sweeps",
    "SweepKnee": "sweeps",
    "SweepList": "sweeps",
    "SweepMark": "sweeps",
    "SweepOptima": "sweeps",
    "SweepOptimum": "sweeps",
    "SweepPanel": "sweeps",
    "SweepPlateau": "sweeps",
    "SweepPoint": "sweeps",
    "SweepRow": "sweeps",
    "TableColumn": "splits",
    "TailList": "runs",
    "TailPoint": "runs",
    "TestbedNoise": "noise",
    "TestbedNoiseList": "noise",
    "Threshold": "thresholds",
    "ThresholdBudget": "thresholds",
    "ThresholdReading": "thresholds",
    "ThresholdReference": "thresholds",
    "ThresholdRule": "thresholds",
    "ThresholdTally": "thresholds",
    "ThresholdText": "thresholds",
    "ThresholdVersion": "thresholds",
    "Thresholds": "thresholds",
    "TimeCourseList": "runs",
    "Timetable": "notifications",
    "ToolOutcome": "reports",
    "Totals": "overview",
    "TriageReport": "alert_groups",
    "Trial": "ci_rules",
    "TriedChange": "thresholds",
    "TriedThresholds": "thresholds",
    "Tuning": "runs",
    "UnreadRun": "corrections",
    "UpheldRate": "jobs",
    "User": "session",
    "ValidationError": "shared",
    "VariantGain": "jobs",
    "VariantPair": "runs",
    "VariantPairs": "runs",
    "VerdictCounts": "comparisons",
    "VerdictTallies": "jobs",
    "VerdictTally": "jobs",
    "ViewChange": "views",
    "WaitingTask": "system",
    "WebhookReceipt": "pull_requests",
    "WebhookSecret": "pull_requests",
    "Who": "shared",
    "WorkNoise": "runs",
    "WorkRequest": "jobs",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        try:
            module = import_module(f"{__name__}.{PLACES[name]}")
        except KeyError:
            raise AttributeError(name) from None
        return getattr(module, name)

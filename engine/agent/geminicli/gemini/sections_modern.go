package gemini

// The sections of 0.61 for gemini-3 models and for models that are not Gemini's.
var modern = sections{
	{ID: "preamble", Title: "Preamble", Key: "PREAMBLE", layout: parseLayout(`
?interactive {preamble $mode}
?!interactive {preamble-headless $mode}
`)},
	{ID: "coreMandates", Title: "Core mandates", Key: "COREMANDATES", layout: parseLayout(`
# Core Mandates

## Security & System Integrity
{core-mandates/security}

## Context Efficiency:
{core-mandates/efficiency}

{core-mandates/estimating-intro}
<estimating_context_usage>
{core-mandates/estimating}
</estimating_context_usage>

{core-mandates/guidelines-intro}
<guidelines>
{core-mandates/guidelines $grep_search $read_file}
</guidelines>

<examples>
{core-mandates/examples $grep_search $glob $read_file}
</examples>

## Engineering Standards
{core-mandates/standards $context-files}
?hierarchical {core-mandates/conflict}
?interactive {core-mandates/confirm}
?!interactive {core-mandates/confirm-headless}
?!topic {core-mandates/explain}
?topic ## Topic Updates
?topic {core-mandates/topic $update_topic}
?topic
{core-mandates/changes}
?skills {core-mandates/skills $activate_skill}
?!interactive {core-mandates/continue}
`)},
	{ID: "subAgents", Title: "Sub-agents", Key: "AGENTCONTEXTS", when: "agents", layout: parseLayout(`
# Available Sub-Agents

{sub-agents/intro $invoke_agent}

### Strategic Orchestration & Delegation
{sub-agents/delegation}

<available_subagents>
{=agents}
</available_subagents>

{sub-agents/closing}
`)},
	skillsSection,
	{ID: "hookContext", Title: "Hook context", Key: "HOOKCONTEXT", layout: parseLayout(`
# Hook Context

{hook-context}
`)},
	{ID: "planningWorkflow", Title: "Planning workflow", Key: "PLANNINGWORKFLOW", when: "plan", layout: parseLayout(`
# Active Approval Mode: Plan

{planning/intro $plans-directory}

## Available Tools
{planning/tools}
<available_tools>
{=plan-tools}
</available_tools>

## Rules
{planning/rules $plans-directory $exit_plan_mode}

## Planning Workflow
{planning/workflow}

### 1. Explore & Analyze
{planning/explore}

### 2. Consult
{planning/consult $ask_user}

### 3. Draft
{planning/draft $plans-directory $write_file}

### 4. Review & Approval
{planning/review $exit_plan_mode}

?approved ## Approved Plan
?approved {planning/approved $approved-plan $read_file}
`)},
	{ID: "primaryWorkflows", Title: "Primary workflows", Key: "PRIMARYWORKFLOWS", when: "work", layout: parseLayout(`
# Primary Workflows

## Development Lifecycle
{workflows/lifecycle}

{workflows/research $grep_search $glob $read_file}
?approved {workflows/strategy-approved $approved-plan}
?!approved ?todos {workflows/strategy-todos $write_todos}
?!approved ?!todos {workflows/strategy}
{workflows/execution $replace $write_file $run_shell_command}
?interactive {workflows/ask}

{workflows/validation}

## New Applications

{workflows/applications}

?approved {workflows/steps-approved $run_shell_command}
?!approved ?plan-tool {workflows/steps-planned $enter_plan_mode}
?!approved ?!plan-tool ?interactive {workflows/steps $run_shell_command}
?!approved ?!plan-tool ?!interactive {workflows/steps-headless $run_shell_command}
`)},
	{ID: "taskTracker", Title: "Task tracker", when: "tracker", layout: trackerLayout},
	{ID: "operationalGuidelines", Title: "Operational guidelines", Key: "OPERATIONALGUIDELINES", layout: parseLayout(`
# Operational Guidelines

## Tone and Style

{guidelines/tone}
` + safetyAndTools + `{guidelines/memory $memory-index $global-memory}
{guidelines/confirmation}

## Interaction Details
{guidelines/interaction}
`)},
	{ID: "interactiveYoloMode", Title: "Autonomous mode", Key: "INTERACTIVEYOLOMODE", when: "yolo", layout: yoloLayout},
	{ID: "sandbox", Title: "Sandbox", Key: "SANDBOX", when: "sandboxed", layout: parseLayout(`
?seatbelt # macOS Seatbelt
?seatbelt {=blanks-4}
?seatbelt {sandbox-seatbelt}
?!seatbelt # Sandbox
?!seatbelt {=blanks-6}
?!seatbelt {sandbox}
`)},
	{ID: "git", Title: "Git repository", Key: "GIT", when: "git", layout: gitLayout},
}

// safetyAndTools is a part of the operational guidelines of every set.
const safetyAndTools = `
## Security and Safety Rules
{guidelines/security $run_shell_command}

## Tool Usage
{guidelines/tools $run_shell_command}
?interactive {guidelines/background}
?!interactive {guidelines/background-headless}
`

// Texts that the two sets of 0.61 and 0.28 share.
var (
	skillsLayout = parseLayout(`
# Available Agent Skills

{skills-intro $activate_skill}

<available_skills>
{=skills}
</available_skills>
`)
	trackerLayout = parseLayout(`
# TASK MANAGEMENT PROTOCOL
{tracker $tracker_create_task $tracker_update_task $tracker_list_tasks $tracker-directory}
`)
	yoloLayout = parseLayout(`
# Autonomous Mode (YOLO)

{yolo $ask_user}
`)
	gitLayout = parseLayout(`
# Git Repository

{git}
?interactive {git-ask}
{git-after}
`)
	gitLayoutLegacy = parseLayout(`
# Git Repository
{git}
?interactive {git-ask}
{git-after}
`)
)

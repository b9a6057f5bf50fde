{{- define "tidemark.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "tidemark.labels" -}}
app.kubernetes.io/name: tidemark
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* What selects the pods of one part: a list of root and name of the part */}}
{{- define "tidemark.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: tidemark
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "tidemark.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end -}}

{{/* What every pod may and may not do */}}
{{- define "tidemark.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - {name: tmp, emptyDir: {}}
  - {name: state, emptyDir: {}}
{{- end -}}

{{/* Settings and rights of a container: a list of root and the key of the database's address */}}
{{- define "tidemark.container" -}}
{{- $root := index . 0 -}}
{{- $database := index . 1 -}}
{{ include "tidemark.image" $root }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
volumeMounts:
  - {name: tmp, mountPath: /tmp}
  - {name: state, mountPath: /var/lib/tidemark}
envFrom:
  - configMapRef: {name: {{ include "tidemark.name" $root }}-settings}
{{- range $root.Values.settingsFrom }}
  - secretRef: {name: {{ . }}}
{{- end }}
env:
  - name: TIDEMARK_DATABASE_URL
    valueFrom: {secretKeyRef: {name: {{ $root.Values.existingSecret }}, key: {{ $database }}}}
  - name: TIDEMARK_REDIS_URL
    valueFrom: {secretKeyRef: {name: {{ $root.Values.existingSecret }}, key: redis-url}}
  - name: TIDEMARK_SECRET
    valueFrom: {secretKeyRef: {name: {{ $root.Values.existingSecret }}, key: secret}}
{{- end -}}

{{/* Machine code of the detector lies in the image, and where it lies must be written to */}}
{{- define "tidemark.state" -}}
- name: state
  command: [cp, -r, /var/lib/tidemark/., /state/]
  {{- include "tidemark.image" . | nindent 2 }}
  securityContext:
    allowPrivilegeEscalation: false
    readOnlyRootFilesystem: true
    capabilities: {drop: [ALL]}
  volumeMounts:
    - {name: state, mountPath: /state}
{{- end -}}
